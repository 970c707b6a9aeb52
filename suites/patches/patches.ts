import type { Group } from '../../harness/requirement.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';

/** Patches, of which docs/api.md gives the form embedded in bundles, series and events. */
export const patches: Group = {
  name: 'patches',
  requirements: [
    ...formsOfResource({
      id: 'patch',
      one: 'a patch',
      spec: 'Patch (embedded summary form)',
    }),
  ],
};
