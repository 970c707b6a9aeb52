import type { Api } from '../../harness/api.js';
import { unlike } from '../../harness/expect.js';
import { at } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL, since } from '../../specification/versions.js';
import { answersDetail, answersList } from '../conventions/endpoints.js';
import { formsOfPart, formsOfResource } from '../conventions/forms-of-resource.js';
import { objectRequirement } from '../conventions/object-requirement.js';
import { foundById } from './found-by-id.js';

const SPEC = 'User (embedded form)';
const CONSEQUENCE = 'A client cannot show who somebody is.';

/** Users: listed, in detail, embedded, and the settings that a user sees of itself. */
export const users: Chapter = {
  name: 'users',
  requirements: [
    answersList({
      id: 'user.list',
      path: 'users/',
      consequence: 'A client cannot find the user that it wants to delegate to.',
    }),
    answersDetail({
      id: 'user.detail',
      path: 'users/',
      consequence: 'A client that knows the id of a user cannot read it.',
    }),
    ...formsOfResource({
      id: 'user',
      resources: ['user'],
      one: 'a user',
      spec: SPEC,
      overrides: {
        'user.fields': { consequence: CONSEQUENCE },
        'user.embedded.fields': { consequence: CONSEQUENCE },
      },
    }),
    requirement({
      id: 'user.embedded.found',
      says: 'A user that is shown inside another object is found in users/{id}/',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      needs: ['signed-in'],
      consequence: 'A client that looks up who maintains a project finds nobody, or somebody else.',
      check: (context) =>
        foundById(context, {
          resource: 'user',
          path: 'users/',
          missing: 'the instance shows no user inside another object',
        }),
    }),
    requirement({
      id: 'user.settings',
      says: 'The detailed user adds `settings`, for the user that asks for itself',
      spec: SPEC,
      level: 'must',
      versions: since('1.2'),
      needs: ['user'],
      consequence: 'A client cannot show or keep the settings of its user.',
      async check({ api, instance, expect }) {
        const id = await instance.ownId('user');
        const user = api.as('user');
        const answer = await user.get(`users/${id}/`);
        // Where no user can be read at all, that is a requirement of its own.
        if (answer.status !== 200 && (await showsAnother(user, id))) expect.status(answer, 200);
        const own = await user.object(`users/${id}/`);
        const settings = at(own, 'settings');
        expect.that(
          settings.value !== undefined,
          settings,
          'settings of the own user',
          'to be there',
        );
      },
    }),
    ...formsOfPart({
      id: 'user.settings.form',
      table: 'user.settings',
      one: '`settings`',
      spec: SPEC,
      consequence: 'A typed client fails to decode the settings of its user.',
      // B-14: required of the user that asks for itself, from 1.2 on.
      overrides: { 'user.settings.form': { versions: since('1.2'), needs: ['user'] } },
    }),
    objectRequirement({
      id: 'user.list.no-settings',
      says: 'The list of users shows the embedded form: `settings` belong to the detailed user',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      needs: ['signed-in'],
      consequence: 'The settings of one user are shown to another.',
      missing: 'the list of users is empty',
      ofObject: {
        speaksOf: ({ name }) => name === 'user.list',
        judge(user) {
          if (!Object.hasOwn(user.value, 'settings')) return [];
          return [unlike(at(user, 'settings'), 'settings of a listed user', 'none')];
        },
      },
    }),
  ],
};

/** Whether the detail of somebody else can be read. */
async function showsAnother(user: Api, id: number): Promise<boolean> {
  const ids = (await user.list('users/', { per_page: LARGEST_PAGE })).map((row) => at(row, 'id'));
  const other = ids.find(({ value }) => value !== id);
  return other !== undefined && (await user.get(`users/${other.value}/`)).status === 200;
}
