import { at } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { samplesOf } from '../conventions/collect-samples.js';
import { formsOfResource } from '../conventions/forms-of-resource.js';
import { usualFilters } from './patch-filters.js';

const SPEC = 'Patch (embedded summary form)';

/** Patches, of which SPEC.md shows the form embedded in bundles, series and events. */
export const patches: Chapter = {
  name: 'patches',
  requirements: [
    ...formsOfResource({
      id: 'patch',
      resources: ['patch'],
      one: 'a patch',
      spec: SPEC,
      overrides: {
        'patch.embedded.fields': {
          consequence: 'A client must ask for each patch again to list or fetch it.',
        },
        'patch.embedded.fields.since-1.1': {
          consequence: 'A client cannot point a person to the page of the patch.',
        },
        'patch.embedded.fields.since-1.2': {
          consequence: 'A client cannot point a person to the mail in the archive.',
        },
      },
    }),
    requirement({
      id: 'patch.url.answers',
      says: 'The url of an embedded patch leads to that patch',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that goes from a series to its patches does not arrive.',
      async check({ api, instance, expect }) {
        const samples = await samplesOf({ api, instance });
        const patch = samples.met.find(
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
