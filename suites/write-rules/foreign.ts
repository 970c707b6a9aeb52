import type { CheckContext } from '../../harness/check-context.js';
import { SIGNED_IN_ROLES, type SignedInRole } from '../../harness/role.js';
import { Inconclusive } from '../../harness/violation.js';

/**
 * A member that claims that somebody else than the caller does something: one of the run's own
 * roles, so that an instance that believes it lays nothing at a stranger's door. Nothing where the
 * run has only one role.
 */
export function anotherRole(
  { write }: CheckContext,
  name: string,
  caller: SignedInRole,
): Record<string, number> {
  for (const role of SIGNED_IN_ROLES.filter((each) => each !== caller)) {
    try {
      return { [name]: write.ownId(role) };
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
    }
  }
  return {};
}
