import type { CheckContext } from '../../../harness/check-context.js';
import { at } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { canonical, sameValue } from '../../../harness/same-value.js';
import { type Attempt, attempts, type Row } from './attempt.js';
import { type Table, tableOf } from './rows.js';
import { expectShown, type Subject, type SubjectRule, seenIn, writes } from './subject.js';

/** A requirement on each of some attempts. */
interface AttemptRule extends Omit<SubjectRule, 'check'> {
  rows(table: Table, context: CheckContext): readonly Row[] | Promise<readonly Row[]>;
  /** The attempts that show something; by default all. */
  among?(done: Attempt): boolean;
  /** Why it is inconclusive if there are none; by default that nothing was sent. */
  missing?: string;
  expects(context: CheckContext, done: Attempt, table: Table): void;
}

/** Declares a requirement on each attempt of its rows; inconclusive if no change of the subject is stored. */
export function ofEach(
  subject: Subject,
  { rows, among = () => true, missing = 'no request was sent', expects, ...declared }: AttemptRule,
): Requirement {
  return writes(subject, {
    ...declared,
    async check(context) {
      const table = await tableOf(context, subject);
      const done = await attempts(context, subject, await rows(table, context));
      context.expect.each(done.filter(among), missing, (each) => expects(context, each, table));
    },
  });
}

/** Expects that a later GET returned the values that were sent, as far as they are of these fields. */
export function expectStored(
  context: CheckContext,
  { fields }: Pick<Subject, 'fields'>,
  { row, sent, after }: Attempt,
): void {
  const due = new Map(sent);
  const own = fields.filter(({ name }) => due.has(name));
  context.expect.all(own, (field) => {
    const what = `\`${field.name}\` after ${row.name}`;
    expectShown(context, field, after, due.get(field.name), { what });
  });
}

/** Expects that nothing changed but the fields with these names. */
export function expectUnchanged(
  { expect }: CheckContext,
  { fields, fixed }: Subject,
  { row, before, after }: Attempt,
  except: readonly string[] = [],
): void {
  const all = [
    ...fields.map((field) => [field.name, seenIn(field, before), seenIn(field, after)] as const),
    ...fixed.map((name) => [name, at(before, name), at(after, name)] as const),
  ];
  const others = all.filter(([name]) => !except.includes(name));
  expect.all(others, ([name, old, now]) => {
    const what = `\`${name}\` after ${row.name}`;
    expect.that(sameValue(old.value, now.value), now, what, `${canonical(old.value)}, as before`);
  });
}
