import { named } from '../../harness/client/answer.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { PATHS_WITH_ID } from '../support/paths-with-id.js';

/** An unknown id returns 404; one requirement per path. */
export const unknownIds: readonly Requirement[] = PATHS_WITH_ID.map(
  ({ name, path, versions, signedIn, known, unknown }) =>
    requirement({
      id: `error.${name}.unknown`,
      says: `An unknown id returns 404: \`${path}\``,
      spec: 'Errors',
      versions,
      needs: signedIn ? ['signed-in'] : [],
      consequence: 'A client cannot distinguish a deleted object from another error.',
      async check({ api, instance, expect }) {
        const as = signedIn ? api.signedIn() : api;
        const found = await known(as, instance);
        if (found.status !== 200) {
          inconclusive(
            `${path} returned ${found.status} for an existing id (${named(found)}), so another response proves nothing`,
          );
        }
        expect.status(await unknown(as, instance), 404);
      },
    }),
);
