import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL, since } from '../../specification/versions.js';

/**
 * A server error is normally reported by the requirement of the request. But a request may also
 * serve requirements that pass or are inconclusive without it: this one makes sure that every
 * server error is reported.
 */
function noServerErrors(
  declared: Pick<Requirement, 'id' | 'says' | 'consequence' | 'versions' | 'needs'>,
): Requirement {
  return requirement({
    ...declared,
    spec: 'Errors',
    runsLast: true,
    async check(context: CheckContext) {
      const unreported = context.unreported();
      if (unreported === undefined) return inconclusive('no other requirement was checked');
      context.expect.none(
        unreported.map((answer) => ({
          message: `${named(answer)} returned ${answer.status}`,
          expected: 'a status below 500',
          received: answer.status,
          exchange: answer.exchange,
        })),
      );
    },
  });
}

/** For reads. */
export const noErrorsOfReads: Requirement = noServerErrors({
  id: 'error.no-5xx.reads',
  says: 'No 5xx is documented: no read returns a server error',
  versions: ALL,
  needs: [],
  consequence: 'A request fails only with a particular combination of parameters.',
});

/** For writes, and for the reads between them. */
export const noErrorsOfWrites: Requirement = noServerErrors({
  id: 'error.no-5xx.writes',
  says: 'No 5xx is documented: no write, and no read between writes, returns a server error',
  versions: since('1.2'),
  needs: ['writes', 'user-or-maintainer'],
  consequence: 'A client cannot tell whether its change was stored.',
});
