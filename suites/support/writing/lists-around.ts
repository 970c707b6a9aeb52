import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at, elements, type Seen, seen } from '../../../harness/place.js';
import type { Role } from '../../../harness/role.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { canSignIn } from './callers.js';
import type { Subject } from './subject.js';

/** The first page of a list, as a role reads it. */
export interface ReadList {
  role: Role;
  page: Answer;
}

/**
 * The list that contains a subject, as its owner, another user and an unauthenticated caller read
 * it; once in a version for each `time`.
 */
export function listsAt(
  context: CheckContext,
  subject: Subject,
  time: 'at first' | `${'before' | 'after'} ${'PATCH' | 'PUT'}`,
): Promise<ReadList[]> {
  const { api, instance } = context;
  return instance.once(`lists of ${subject.what} ${time} in ${api.version}`, () => {
    const roles = [...new Set([subject.role, 'other', 'anonymous'] as const)];
    // The newest first: the objects that this run made are among them.
    const query = { per_page: LARGEST_PAGE, order: '-id' };
    const read = async (role: Role) => ({
      role,
      page: await api.as(role).get(subject.collection(context), { query }),
    });
    return Promise.all(roles.filter((role) => canSignIn(context, role)).map(read));
  });
}

/** The items of a page; empty if it is not a list. */
export function rowsOf(page: Answer): readonly Seen[] {
  return page.status === 200 && Array.isArray(page.json) ? elements(seen(page)) : [];
}

/** The item with the id of another one. */
export function sameIn(rows: readonly Seen[], other: Seen): Seen | undefined {
  return rows.find((row) => at(row, 'id').value === at(other, 'id').value);
}
