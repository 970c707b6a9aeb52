import type { Group } from '../../harness/requirement.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';

/** Patches, of which docs/api.md gives the form embedded in bundles, series and events. */
export const patches: Group = {
  name: 'patches',
  requirements: [
    ...formsOfResource({
      id: 'patch',
      resources: ['patch'],
      one: 'a patch',
      spec: 'Patch (embedded summary form)',
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
  ],
};
