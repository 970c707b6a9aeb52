import type { Group } from '../../harness/requirement.js';
import { answersCollection } from '../support/endpoints.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';

/** Bundles, as anonymous callers see the public ones. */
export const bundles: Group = {
  name: 'bundles',
  requirements: [
    ...answersCollection('bundle'),
    ...formsOfResource({
      id: 'bundle',
      one: 'a bundle',
      spec: 'Bundle',
    }),
  ],
};
