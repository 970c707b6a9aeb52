import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at, type Seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { SIGNED_IN_ROLES } from '../../../harness/role.js';
import { inconclusive } from '../../../harness/violation.js';
import { rowsOf } from '../lists/list.js';
import { type Attempt, attempt } from './attempt.js';
import { canSignIn } from './callers.js';
import { readLists, rowMismatches } from './lists-compared.js';
import { firstLists, listsOf, tableOf } from './rows.js';
import { type Subject, writes } from './subject.js';

/** A write of every field, and the list that contains the object, for each caller. */
export interface Watched {
  done: Attempt;
  before: readonly Answer[];
  after: readonly Answer[];
}

/** Writes every field between two reads of the lists; once in a version. */
export async function watched(
  context: CheckContext,
  subject: Subject,
  method: 'PATCH' | 'PUT',
): Promise<Watched> {
  const { api, instance } = context;
  const table = await tableOf(context, subject);
  return instance.once(`${subject.what}: lists around ${method} in ${api.version}`, async () => {
    const row = method === 'PUT' ? table.put : table.together('PATCH of every field');
    const before = await readLists(context, listsOf(context, subject));
    const done = await attempt(context, subject, row);
    return { done, before, after: await readLists(context, listsOf(context, subject)) };
  });
}

/** Whether two objects have one id. */
export function isSame(one: Seen, other: Seen): boolean {
  return at(one, 'id').value === at(other, 'id').value;
}

/** A write changes no other object: neither one of the run's roles, nor one that then shows a value of it. */
export function changesNoOther(subject: Subject): Requirement {
  const { what, id, methods } = subject;
  return writes(subject, {
    id: `${id}.others`,
    says: `${methods.join(' and ')} of a ${what} change${methods.length > 1 ? '' : 's'} no other ${what}: its list shows them as before, to every caller`,
    spec: 'Endpoint table',
    consequence: `A client that changes one ${what} changes others without notice.`,
    async check(context) {
      const { expect, write } = context;
      const first = await firstLists(context, subject);
      const roles = SIGNED_IN_ROLES.filter((role) => canSignIn(context, role));
      const users = roles.map((role) => write.ownId(role));
      const all = [];
      for (const method of methods) all.push(await watched(context, subject, method));
      expect.each(all, `a ${what} cannot be updated`, ({ done, before, after }) => {
        const isWritten = (row: Seen) => isSame(row, done.before);
        const readable = first.map((page) => rowsOf(page).some((row) => !isWritten(row)));
        if (!readable.includes(true)) inconclusive(`no list shows another ${what}`);
        const now = after.filter((_, index) => readable[index]);
        expect.all(now, (page) => expect.status(page, 200));
        const sent = done.sent.flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
        const isOwn = (row: Seen) => subject.isOwned(row, users);
        expect.none(rowMismatches(before, after, { isWritten, isOwn, sent }));
      });
    },
  });
}
