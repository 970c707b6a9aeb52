import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at, isObject, type Seen, seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { type Role, SIGNED_IN_ROLES } from '../../../harness/role.js';
import { canonical, sameValue } from '../comparison.js';
import { isWhole } from '../lists/first-rows.js';
import { type Attempt, attempt } from './attempt.js';
import { canSignIn } from './callers.js';
import { listsAt, type ReadList, rowsOf, sameIn } from './lists-around.js';
import { tableOf } from './rows.js';
import { type Subject, writes } from './subject.js';

/** A write of every field, and the list that contains the object around it, as each caller reads it. */
export interface Watched {
  done: Attempt;
  lists: readonly ListAround[];
}

interface ListAround extends Record<'first' | 'before' | 'after', Answer> {
  role: Role;
}

/** Writes every field between two reads of the lists; `first` is the one before the first write. */
export async function watched(
  context: CheckContext,
  subject: Subject,
  method: 'PATCH' | 'PUT',
): Promise<Watched> {
  const table = await tableOf(context, subject);
  const first = await listsAt(context, subject, 'at first');
  const before = await listsAt(context, subject, `before ${method}`);
  const row = method === 'PUT' ? table.put : table.together('PATCH of every field');
  const done = await attempt(context, subject, row);
  const after = await listsAt(context, subject, `after ${method}`);
  const lists = first.map(({ role, page }): ListAround => {
    const of = (lists: readonly ReadList[]) =>
      lists.find((each) => each.role === role)?.page ?? page;
    return { role, first: page, before: of(before), after: of(after) };
  });
  return { done, lists };
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
      const { expect } = context;
      const around: (ListAround & Pick<Watched, 'done'>)[] = [];
      for (const method of methods) {
        const { done, lists } = await watched(context, subject, method);
        const hasOther = ({ first }: ListAround) =>
          rowsOf(first).some((row) => !sameIn([row], done.before));
        around.push(...lists.filter(hasOther).map((list) => ({ ...list, done })));
      }
      expect.each(around, `no list shows another ${what}`, ({ done, before, after }) => {
        for (const page of [before, after]) expect.status(page, 200);
        const [old, now] = [rowsOf(before), rowsOf(after)];
        const rows = [...old, ...now.filter((row) => !sameIn(old, row))];
        const others = rows.filter((row) => !sameIn([row], done.before));
        expect.all(others, (row) => {
          const pair = { old: sameIn(old, row), now: sameIn(now, row), after };
          expectAsBefore(context, subject, done, pair);
        });
      });
    },
  });
}

/** An object in a list before and after a write; undefined if it is not there. */
interface Pair {
  old: Seen | undefined;
  now: Seen | undefined;
  after: Answer;
}

/** What other people change meanwhile is reported, not failed. */
function expectAsBefore(
  context: CheckContext,
  subject: Subject,
  { row, sent }: Attempt,
  { old, now, after }: Pair,
): void {
  const { expect, write } = context;
  const object = `${subject.what} ${at(old ?? now ?? seen(after), 'id').value}`;
  const roles = SIGNED_IN_ROLES.filter((role) => canSignIn(context, role));
  const users = roles.map((role) => write.ownId(role));
  const isOwned = old !== undefined && subject.isOwned(old, users);
  if (now === undefined) {
    const isGone = isOwned && isWhole(after);
    expect.that(!isGone, seen(after), `the list after ${row.name}`, `${object}, as before`);
    return;
  }
  const names = Object.keys({ ...objectIn(old), ...objectIn(now) });
  const oldOf = (name: string) => (old === undefined ? undefined : at(old, name).value);
  const changed = names.filter((name) => !sameValue(oldOf(name), at(now, name).value));
  const isSent = (name: string) =>
    sent.some(
      ([each, value]) =>
        each === name && typeof value === 'string' && value === at(now, name).value,
    );
  const wrong = changed.filter((name) => isOwned || isSent(name));
  expect.all(wrong, (name) => {
    const expected = old ? `${canonical(oldOf(name))}, as before` : 'no value of this write';
    expect.that(false, at(now, name), `\`${name}\` of ${object} after ${row.name}`, expected);
  });
  if (old !== undefined && changed.length > 0) {
    context.accept(`${object} was changed by somebody else meanwhile`);
  }
}

function objectIn(row: Seen | undefined): object {
  return isObject(row?.value) ? row.value : {};
}
