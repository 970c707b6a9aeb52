import { at } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL, before, since } from '../../specification/versions.js';
import { addedIn, comingWith, formRequirement, ownType } from '../conventions/form.js';
import { surveyOf } from '../conventions/survey.js';
import { usualFilters } from './patch-filters.js';

const SPEC = 'Patch (embedded summary form)';
const EMBEDDED = ['patch.embedded'];

/** Patches, of which SPEC.md shows the form embedded in bundles, series and events. */
export const patches: Chapter = {
  name: 'patches',
  requirements: [
    formRequirement({
      id: 'patch.embedded.fields',
      says: 'An embedded patch has id, url, msgid, date, name, mbox',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client must ask for each patch again to list or fetch it.',
      claims: { aspects: ['missing'], tables: EMBEDDED, field: addedIn('1.0') },
    }),
    formRequirement({
      id: 'patch.embedded.fields.since-1.1',
      says: 'From 1.1 on an embedded patch has web_url',
      spec: SPEC,
      level: 'must',
      versions: since('1.1'),
      consequence: 'A client cannot point a person to the page of the patch.',
      claims: { aspects: ['missing'], tables: EMBEDDED, field: addedIn('1.1') },
    }),
    formRequirement({
      id: 'patch.embedded.fields.since-1.2',
      says: 'From 1.2 on an embedded patch has list_archive_url',
      spec: SPEC,
      level: 'must',
      versions: since('1.2'),
      consequence: 'A client cannot point a person to the mail in the archive.',
      claims: { aspects: ['missing'], tables: EMBEDDED, field: addedIn('1.2') },
    }),
    formRequirement({
      id: 'patch.embedded.absent.before-1.1',
      says: 'Before 1.1 an embedded patch has no web_url',
      spec: 'Versioning',
      level: 'must',
      versions: before('1.1'),
      consequence: 'A client cannot tell by its fields which version it is talking to.',
      claims: { aspects: ['premature'], tables: EMBEDDED, field: comingWith('1.1') },
    }),
    formRequirement({
      id: 'patch.embedded.absent.before-1.2',
      says: 'Before 1.2 an embedded patch has no list_archive_url',
      spec: 'Versioning',
      level: 'must',
      versions: before('1.2'),
      consequence: 'A client cannot tell by its fields which version it is talking to.',
      claims: { aspects: ['premature'], tables: EMBEDDED, field: comingWith('1.2') },
    }),
    formRequirement({
      id: 'patch.embedded.types',
      says: 'msgid and name of an embedded patch are strings',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A typed client fails to decode the patch.',
      claims: { aspects: ['type'], tables: EMBEDDED, field: ownType },
    }),
    requirement({
      id: 'patch.url.answers',
      says: 'The url of an embedded patch leads to that patch',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that goes from a series to its patches does not arrive.',
      async check({ api, instance, expect }) {
        const survey = await surveyOf({ api, instance });
        const patch = survey.met.find(
          (object) =>
            object.table.name === 'patch.embedded' && Number.isInteger(at(object, 'id').value),
        );
        if (patch === undefined) return inconclusive('the instance shows no embedded patch');
        const [id, url] = [at(patch, 'id'), at(patch, 'url')];
        // What is no URL is judged by `conv.url`.
        if (typeof url.value !== 'string' || !URL.canParse(url.value)) {
          return inconclusive('the first embedded patch has no URL to follow');
        }
        const answer = await api.follow(url.value);
        expect.status(answer, 200);
        const body = { value: answer.json, at: { exchange: answer.exchange, pointer: '' } };
        const found = at(body, 'id');
        expect.that(found.value === id.value, found, 'id', `that of the patch, ${id.value}`);
      },
    }),
    usualFilters,
  ],
};
