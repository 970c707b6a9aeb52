import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL, since } from '../../specification/versions.js';

/**
 * Where a server error has a requirement of its own, that one alone is red. But a request may also serve
 * others, which are content with what else they know, or inconclusive: no error may pass for that.
 */
function noServerErrors(
  declared: Pick<Requirement, 'id' | 'says' | 'consequence' | 'versions' | 'needs'>,
): Requirement {
  return requirement({
    ...declared,
    spec: 'Errors',
    level: 'must',
    runsLast: true,
    async check(context: CheckContext) {
      const unreported = context.unreported();
      if (unreported === undefined) return inconclusive('nothing else was checked');
      context.expect.none(
        unreported.map((answer) => ({
          message: `${named(answer)} is answered with ${answer.status}`,
          expected: 'a status below 500',
          received: answer.status,
          exchange: answer.exchange,
        })),
      );
    },
  });
}

/** Of what is read. */
export const noErrorsOfReads: Requirement = noServerErrors({
  id: 'error.no-5xx.reads',
  says: 'No 5xx is documented: nothing that a client may read is answered with a server error',
  versions: ALL,
  needs: [],
  consequence: 'What works in every other combination fails in one.',
});

/** Of what is written, and of what is read between the writes. */
export const noErrorsOfWrites: Requirement = noServerErrors({
  id: 'error.no-5xx.writes',
  says: 'No 5xx is documented: nothing is answered with a server error while something is written',
  versions: since('1.2'),
  needs: ['writes', 'user-or-maintainer'],
  consequence: 'A client cannot tell whether what it has written is there.',
});
