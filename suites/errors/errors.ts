import type { CheckContext } from '../../harness/check-context.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { since } from '../../specification/versions.js';
import { type Claim, everyField } from '../support/objects/form-requirement.js';
import { PATHS_WITH_ID, readWithId, refusalsOf } from '../support/paths-with-id.js';
import { detailViolations } from '../support/refusal.js';
import { nestedReads } from './nested.js';
import { oddReads, serverError } from './odd.js';

const SPEC = 'Errors';

/** An unknown id returns 404; one requirement per path. */
const unknownIds = PATHS_WITH_ID.map((path) =>
  requirement({
    id: `error.${path.name}.unknown`,
    says: `An unknown id returns 404: \`${path.path}\``,
    spec: SPEC,
    versions: path.versions,
    needs: path.signedIn ? ['signed-in'] : [],
    consequence: `A client that reads \`${path.path}\` of a deleted object cannot tell its user that it is gone.`,
    async check(context) {
      context.expect.status(await readWithId(path, UNKNOWN_ID, context), 404);
    },
  }),
);

/** The form of error bodies, checked on every 403 and 404 of documented paths. */
const errorDetail: Requirement & { claims: Claim } = {
  ...requirement({
    id: 'error.detail',
    says: 'The body of 403 and 404 is an object with `detail` (string)',
    spec: SPEC,
    consequence: 'A client cannot display the reason of a refusal, or fails to decode it.',
    async check(context) {
      const { api, expect } = context;
      const refusals = await refusalsOf(context);
      expect.each(refusals, 'no request was refused with 403 or 404', (refusal) => {
        expect.json(refusal);
        expect.none(detailViolations(api, refusal));
      });
    },
  }),
  claims: { aspects: ['missing', 'type'], tables: ['error.detail'], field: everyField },
};

/**
 * A server error is normally reported by the requirement of the request. But a request may also
 * serve requirements that pass or are inconclusive without it: this makes sure that every server
 * error is reported.
 */
async function noServerErrors({ expect, unreported }: CheckContext): Promise<void> {
  const answers = unreported();
  if (answers === undefined) return inconclusive('no other requirement was checked');
  expect.none(answers.map((answer) => serverError(answer)));
}

/** Error responses: unknown ids, wrong parents, and undocumented paths. */
export const errors: Group = {
  name: 'errors',
  requirements: [
    ...unknownIds,
    errorDetail,
    ...nestedReads,
    ...oddReads,
    requirement({
      id: 'error.no-5xx.reads',
      says: 'No 5xx is documented: no read returns a server error',
      spec: SPEC,
      runsLast: true,
      consequence: 'A request fails only with a particular combination of parameters.',
      check: noServerErrors,
    }),
    requirement({
      id: 'error.no-5xx.writes',
      says: 'No 5xx is documented: no write, and no read between writes, returns a server error',
      spec: SPEC,
      versions: since('1.2'),
      needs: ['writes', 'user-or-maintainer'],
      runsLast: true,
      consequence: 'A client cannot tell whether its change was stored.',
      async check(context) {
        // DELETE is tried once in a run, in the newest version: no requirement of another reports it.
        const failed = context.write.failedDelete();
        if (failed !== undefined && failed.status >= 500) {
          context.expect.none([serverError(failed)]);
        }
        await noServerErrors(context);
      },
    }),
  ],
};
