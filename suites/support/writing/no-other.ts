import type { Seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { SIGNED_IN_ROLES } from '../../../harness/role.js';
import { inconclusive } from '../../../harness/violation.js';
import { rowsOf } from '../lists/list.js';
import { attempt } from './attempt.js';
import { canSignIn } from './callers.js';
import { isSame } from './displays.js';
import { readLists } from './lists.js';
import { rowMismatches } from './lists-compared.js';
import { firstLists, listsOf, tableOf } from './rows.js';
import { type Subject, writes } from './subject.js';

/**
 * A write of every field changes no other object: neither one of the run's roles, nor one that then
 * shows a value of it. The list is compared row by row, as each caller reads it.
 */
export function changesNoOther(subject: Subject): Requirement {
  const { what, id, methods } = subject;
  return writes(subject, {
    id: `${id}.others`,
    says: `${methods.join(' and ')} of a ${what} change${methods.length > 1 ? '' : 's'} no other ${what}: its list shows them as before, to every caller`,
    spec: 'Endpoint table',
    consequence: `A client that changes one ${what} changes others without notice.`,
    async check(context) {
      const { expect } = context;
      const table = await tableOf(context, subject);
      const first = await firstLists(context, subject);
      const roles = SIGNED_IN_ROLES.filter((role) => canSignIn(context, role));
      const users = roles.map((role) => context.write.ownId(role));
      // Each twice: an earlier write may have given others the value of one of the two.
      const write = (name: string, method: string) =>
        method === 'PUT' ? table.put(name) : table.together(name);
      const rows = methods.flatMap((method) => [
        write(`${method} between two lists`, method),
        write(`another ${method} between two lists`, method),
      ]);
      for (const row of rows) {
        const before = await readLists(context, listsOf(context, subject));
        const done = await attempt(context, subject, row);
        const after = await readLists(context, listsOf(context, subject));
        const isWritten = (row: Seen) => isSame(row, done.before);
        const readable = first.map((page) => rowsOf(page).some((row) => !isWritten(row)));
        if (!readable.includes(true)) inconclusive(`no list shows another ${what}`);
        const now = after.filter((_, index) => readable[index]);
        expect.all(now, (page) => expect.status(page, 200));
        const sent = done.sent.flatMap(([, value]) => (typeof value === 'string' ? [value] : []));
        const isOwn = (row: Seen) => subject.isOwned(row, users);
        expect.none(rowMismatches(before, after, { isWritten, isOwn, sent }));
      }
    },
  });
}
