import type { CheckContext } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { at, elements, isObject, type Seen, seen } from '../../../harness/place.js';
import { type Role, SIGNED_IN_ROLES } from '../../../harness/role.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { canonical, sameValue } from '../comparison.js';
import { isWhole } from '../lists/first-rows.js';
import { type Attempt, attempt } from './attempt.js';
import { canSignIn } from './callers.js';
import { keptFields, together } from './rows.js';
import { fieldsIn, type Subject, type SubjectRule } from './subject.js';

/** The first page of a list before and after a write, as a role reads it. */
interface ListAround {
  role: Role;
  before: Answer;
  after: Answer;
}

/** A write of every field, and the list that contains the object around it. */
export interface Watched {
  done: Attempt;
  /** As its owner reads it, then another user and an unauthenticated caller. */
  lists: ListAround[];
}

/** Writes all fields at once, between two reads of the list for each caller; once in a version. */
export function watched(
  context: CheckContext,
  subject: Subject,
  method: 'PATCH' | 'PUT',
): Promise<Watched> {
  const { api, instance } = context;
  return instance.once(`${subject.what}: lists around a ${method} in ${api.version}`, async () => {
    const kept = await keptFields(context, subject);
    const fields = method === 'PUT' ? fieldsIn(subject, api.version) : kept;
    const row = together(context, subject, fields, `${method} of every field`, { method });
    const roles = [...new Set([subject.role, 'other', 'anonymous'] as const)].filter((role) =>
      canSignIn(context, role),
    );
    // The newest first: those that this run made are among them.
    const query = { per_page: LARGEST_PAGE, order: '-id' };
    const read = () =>
      Promise.all(roles.map((role) => api.as(role).get(subject.collection(context), { query })));
    const before = await read();
    const done = await attempt(context, subject, row);
    const after = await read();
    const lists = before.flatMap((old, index) => {
      const [role, present] = [roles[index], after[index]];
      return role && present ? [{ role, before: old, after: present }] : [];
    });
    return { done, lists };
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

/** A write changes no other object: neither one of the run's roles, nor one that then shows a value of it. */
export function changesNoOther(subject: Subject): SubjectRule {
  const { what, id, methods } = subject;
  return {
    id: `${id}.others`,
    says: `${methods.join(' and ')} of a ${what} change${methods.length > 1 ? '' : 's'} no other ${what}: its list shows them as before, to every caller`,
    spec: 'Endpoint table',
    consequence: `A client that changes one ${what} changes others without notice.`,
    async check(context) {
      const { expect } = context;
      const around: (ListAround & Pick<Watched, 'done'>)[] = [];
      for (const method of methods) {
        const { done, lists } = await watched(context, subject, method);
        around.push(...lists.map((list) => ({ ...list, done })));
      }
      const isOther = (row: Seen) => around.every(({ done }) => !sameIn([row], done.before));
      const compared = around.filter(({ before }) => rowsOf(before).some(isOther));
      expect.each(compared, `no list shows another ${what}`, ({ before, after, done }) => {
        expect.status(after, 200);
        const [old, present] = [before, after].map((page) => rowsOf(page).filter(isOther));
        expect.all(old ?? [], (row) => expectStillListed(context, subject, row, after));
        expect.all(present ?? [], (row) =>
          expectAsBefore(context, subject, { row, old: sameIn(old ?? [], row), done }),
        );
      });
    },
  };
}

/** An object of one of the run's roles does not vanish from a list that is read to its end. */
function expectStillListed(
  context: CheckContext,
  subject: Subject,
  old: Seen,
  after: Answer,
): void {
  if (!isOwned(context, subject, old) || !isWhole(after)) return;
  const own = `${subject.what} ${at(old, 'id').value}`;
  const isThere = sameIn(rowsOf(after), old) !== undefined;
  context.expect.that(isThere, seen(after), 'the list after the write', `${own}, as before`);
}

/** What other people change meanwhile is reported, not failed. */
function expectAsBefore(
  context: CheckContext,
  subject: Subject,
  { row, old, done }: { row: Seen; old: Seen | undefined; done: Attempt },
): void {
  const names = Object.keys({ ...objectOf(old), ...objectOf(row) });
  const changed = names.filter(
    (name) => !sameValue(old && at(old, name).value, at(row, name).value),
  );
  const sent = new Map(done.sent);
  const isSent = (name: string) =>
    typeof sent.get(name) === 'string' && sent.get(name) === at(row, name).value;
  const [first = ''] = changed.sort((a, b) => Number(isSent(b)) - Number(isSent(a)));
  const object = `${subject.what} ${at(row, 'id').value}`;
  if (first === '') return;
  if (old === undefined ? !isSent(first) : !isSent(first) && !isOwned(context, subject, old)) {
    if (old !== undefined) context.accept(`${object} was changed by somebody else meanwhile`);
    return;
  }
  const place = `\`${first}\` of ${object} after ${done.row.name}`;
  const expected = old ? `${canonical(at(old, first).value)}, as before` : 'no value of this write';
  context.expect.that(false, at(row, first), place, expected);
}

function isOwned({ write, ...context }: CheckContext, subject: Subject, row: Seen): boolean {
  const roles = SIGNED_IN_ROLES.filter((role) => canSignIn({ write, ...context }, role));
  return subject.isOwned(
    row,
    roles.map((role) => write.ownId(role)),
  );
}

function objectOf(row: Seen | undefined): object {
  return isObject(row?.value) ? row.value : {};
}
