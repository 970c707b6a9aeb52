import type { Chapter } from '../../harness/requirement.js';
import { answersDetail, answersList } from '../conventions/endpoints.js';
import { formsOfResource } from '../conventions/forms-of-resource.js';

/** Bundles, as everybody sees those that are public. */
export const bundles: Chapter = {
  name: 'bundles',
  requirements: [
    answersList({
      id: 'bundle.list',
      path: 'bundles/',
      consequence: 'A client cannot find out which bundles there are.',
    }),
    answersDetail({
      id: 'bundle.detail',
      path: 'bundles/',
      consequence: 'A client that knows the id of a bundle cannot read it.',
    }),
    ...formsOfResource({
      id: 'bundle',
      resources: ['bundle'],
      one: 'a bundle',
      spec: 'Bundle',
      overrides: {
        'bundle.fields.since-1.1': {
          consequence: 'A client cannot point a person to the page of the bundle.',
        },
      },
    }),
  ],
};
