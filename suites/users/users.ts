import { unlike } from '../../harness/expect.js';
import { at, seen } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { since } from '../../specification/versions.js';
import { answersCollection, availableById } from '../support/endpoints.js';
import { formsOfPart, formsOfResource } from '../support/objects/forms-of-resource.js';
import { objectRequirement } from '../support/objects/object-requirement.js';

const SPEC = 'User (embedded form)';

/** Users: as a list, in detail, embedded, and the settings of the caller's own user. */
export const users: Group = {
  name: 'users',
  requirements: [
    ...answersCollection('user'),
    ...formsOfResource({
      id: 'user',
      one: 'a user',
      spec: SPEC,
    }),
    requirement({
      id: 'user.embedded.found',
      says: 'An embedded user is available at users/{id}/',
      spec: SPEC,
      level: 'should',
      needs: ['signed-in'],
      compares: true,
      consequence: 'A client that looks up the maintainer of a project gets 404.',
      check: (context) => availableById(context, 'user', 'no embedded user was seen'),
    }),
    requirement({
      id: 'user.settings',
      says: "The detailed user adds `settings`, for the caller's own user",
      spec: SPEC,
      versions: since('1.2'),
      needs: ['user'],
      consequence: 'A client cannot display or save the settings of its user.',
      async check({ api, instance, expect }) {
        const id = await instance.ownId('user');
        const answer = await api.as('user').get(`users/${id}/`);
        expect.status(answer, 200);
        const settings = at(seen(answer), 'settings');
        const holds = settings.value !== undefined;
        expect.that(holds, settings, '`settings` of the own user', 'to be present');
      },
    }),
    ...formsOfPart({
      id: 'user.settings.form',
      table: 'user.settings',
      one: '`settings`',
      spec: SPEC,
      consequence: 'A typed client ends with an error when it reads the settings of its user.',
      // B-14: required for the caller's own user, from 1.2 on.
      overrides: { 'user.settings.form': { versions: since('1.2'), needs: ['user'] } },
    }),
    objectRequirement({
      id: 'user.list.no-settings',
      says: 'The list of users has the embedded form: `settings` belong to the detailed user',
      spec: SPEC,
      level: 'should',
      needs: ['signed-in'],
      consequence: 'The settings of one user are visible to other users.',
      missing: 'the list of users is empty or was not read',
      objects: {
        appliesTo: ({ name }) => name === 'user.list',
        judge(user) {
          if (!Object.hasOwn(user.value, 'settings')) return [];
          return [unlike(at(user, 'settings'), '`settings` of a listed user', 'none')];
        },
      },
    }),
  ],
};
