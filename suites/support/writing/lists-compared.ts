import type { CheckContext } from '../../../harness/check-context.js';
import { type Answer, named } from '../../../harness/client/answer.js';
import { unlike } from '../../../harness/expect.js';
import { at, isObject, type Seen, seen, valueAt } from '../../../harness/place.js';
import { canonical } from '../../../harness/same-value.js';
import type { Mismatch } from '../../../harness/violation.js';
import { ALL_TABLES } from '../../../specification/tables.js';
import { isWhole } from '../first-rows.js';
import { rowsOf } from '../known-rows.js';
import { sameState } from './same-state.js';

/** What a write may change in a list, and what it must not. */
export interface WriteToList {
  /** Whether a row is the object that was written, or embeds it. */
  isWritten(row: Seen): boolean;
  /** Whether a role of this run owns the row, so that nobody else changes it. */
  isOwn(row: Seen): boolean;
  /** The texts that were sent: no other object may show them. */
  sent: readonly string[];
}

/**
 * Compares the same lists before and after a write, row by row: a row that a role of this run owns is
 * unchanged, and no row but that of the written object shows a text that was sent. A list that could be
 * read can still be read: one item that cannot be rendered makes it unreadable for every client. What
 * other people change meanwhile is reported only.
 */
export function expectOthersUnchanged(
  { accept, expect }: Pick<CheckContext, 'accept' | 'expect'>,
  before: readonly Answer[],
  after: readonly Answer[],
  write: WriteToList,
): void {
  const pairs = before.flatMap((old, index) => {
    const now = after[index];
    return old.status === 200 && now !== undefined ? [{ old, now }] : [];
  });
  expect.none(
    pairs.flatMap(({ old, now }) => {
      if (now.status !== 200) return [unreadable(now)];
      return [...ownChanges(old, now, write), ...misplaced(old, now, write)];
    }),
    pairs.length,
  );
  for (const { old, now } of pairs) {
    const ids = changedByOthers(old, now, write);
    if (ids.length > 0) accept(`${named(now)}: others changed item ${ids.join(', ')}`);
  }
}

function unreadable(answer: Answer): Mismatch {
  const { status: received, exchange } = answer;
  const message = `${named(answer)} returned ${received} after the write`;
  return { message, expected: 'status 200, as before', received, exchange };
}

function ownChanges(old: Answer, now: Answer, { isWritten, isOwn }: WriteToList): Mismatch[] {
  const after = byId(now);
  const own = [...byId(old)].filter(([, row]) => isOwn(row) && !isWritten(row));
  return own.flatMap(([id, row]) => {
    const what = `${named(now)}: item ${String(id)}`;
    const present = after.get(id);
    if (present === undefined) {
      const ids = { ...seen(now), value: [...after.keys()] };
      return isWhole(now) ? [unlike(ids, what, 'its id in the list, as before')] : [];
    }
    return changedFields(row.value, present.value).map((name) => {
      const expected = `${canonical(valueAt(row, name))}, as before`;
      return unlike(at(present, name), `${what}: \`${name}\``, expected);
    });
  });
}

/** The ids of the rows that no role of this run owns, and that changed nevertheless. */
function changedByOthers(old: Answer, now: Answer, { isWritten, isOwn }: WriteToList): unknown[] {
  const after = byId(now);
  return [...byId(old)]
    .filter(([id, row]) => {
      const present = after.get(id);
      const isOthers = !isOwn(row) && !isWritten(row) && present !== undefined;
      return isOthers && changedFields(row.value, present.value).length > 0;
    })
    .map(([id]) => id);
}

/** The names of all fields that docs/api.md gives: others may have any value (docs/verdicts.md B-39). */
const DOCUMENTED = new Set(ALL_TABLES.flatMap(({ fields }) => fields.map(({ name }) => name)));

function changedFields(before: unknown, after: unknown): string[] {
  if (!isObject(before) || !isObject(after)) return [];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter(
    (name) => DOCUMENTED.has(name) && !sameState(known(before[name]), known(after[name])),
  );
}

/** What another client may change in an embedded object is left out: all but its id. */
function known(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(known);
  return isObject(value) && value.id !== undefined ? value.id : value;
}

/** The rows of any owner that show a text which they did not show before. */
function misplaced(old: Answer, now: Answer, { isWritten, isOwn, sent }: WriteToList): Mismatch[] {
  const before = byId(old);
  return [...byId(now)].flatMap(([id, row]) => {
    const earlier = before.get(id);
    // A changed row of the run's own is reported as such.
    if (isWritten(row) || (earlier !== undefined && isOwn(earlier))) return [];
    const text = sent.find((each) => shows(row.value, each) && !shows(earlier?.value, each));
    if (text === undefined) return [];
    const expected = `no ${canonical(text)}, which was sent for another object`;
    return [unlike(row, `${named(now)}: item ${String(id)}`, expected)];
  });
}

function byId(answer: Answer): Map<unknown, Seen> {
  return new Map(rowsOf(answer).map((row) => [valueAt(row, 'id'), row]));
}

function shows(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((inner) => shows(inner, text));
}
