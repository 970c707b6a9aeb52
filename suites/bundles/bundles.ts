import type { Group } from '../../harness/requirement.js';
import { answersDetail, answersList } from '../support/endpoints.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';

/** Bundles, as anonymous callers see the public ones. */
export const bundles: Group = {
  name: 'bundles',
  requirements: [
    answersList({
      id: 'bundle.list',
      path: 'bundles/',
      consequence: 'A client cannot list bundles.',
    }),
    answersDetail({
      id: 'bundle.detail',
      path: 'bundles/{id}/',
      consequence: 'A client that has the id of a bundle cannot read the bundle.',
    }),
    ...formsOfResource({
      id: 'bundle',
      resources: ['bundle'],
      one: 'a bundle',
      spec: 'Bundle',
      overrides: {
        'bundle.fields.since-1.1': {
          consequence: 'A client cannot link to the web page of the bundle.',
        },
      },
    }),
  ],
};
