import { at, seen } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import { whyNoId } from '../../harness/unusable-id.js';
import { inconclusive } from '../../harness/violation.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { samplesOf } from '../support/objects/samples.js';

const SPEC = 'Patch (embedded summary form)';

/** Patches, of which SPEC.md gives the form embedded in bundles, series and events. */
export const patches: Group = {
  name: 'patches',
  requirements: [
    ...formsOfResource({
      id: 'patch',
      resources: ['patch'],
      one: 'a patch',
      spec: SPEC,
      overrides: {
        'patch.embedded.fields': {
          consequence: 'A client must fetch each patch separately to list or download it.',
        },
        'patch.embedded.fields.since-1.1': {
          consequence: 'A client cannot link to the web page of the patch.',
        },
        'patch.embedded.fields.since-1.2': {
          consequence: 'A client cannot link to the mail in the list archive.',
        },
      },
    }),
    requirement({
      id: 'patch.url.answers',
      says: 'The url of an embedded patch leads to that patch',
      spec: SPEC,
      level: 'should',
      compares: true,
      consequence:
        'A client that follows the link from a series to a patch gets another patch or an error.',
      async check({ api, instance, expect }) {
        const samples = await samplesOf({ api, instance });
        const patch = samples.objects.find(
          (object) =>
            object.table.name === 'patch.embedded' && Number.isInteger(at(object, 'id').value),
        );
        if (patch === undefined) {
          const embedded = samples.objects.filter(({ table }) => table.name === 'patch.embedded');
          return inconclusive(whyNoId(embedded, 'an embedded patch', 'no embedded patch was seen'));
        }
        const [id, url] = [at(patch, 'id'), at(patch, 'url')];
        // A value that is not a URL is reported by `conv.url`.
        if (typeof url.value !== 'string' || !URL.canParse(url.value)) {
          return inconclusive('`url` of the first embedded patch is not a URL (see conv.url)');
        }
        const answer = await api.follow(url.value);
        expect.status(answer, 200);
        const body = seen(answer);
        const found = at(body, 'id');
        expect.that(
          found.value === id.value,
          found,
          'id',
          `the id of the embedded patch, ${id.value}`,
        );
      },
    }),
  ],
};
