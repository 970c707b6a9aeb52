import type { CheckContext } from '../../../harness/check-context.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive, NoMoreWrites, type NotSent } from '../../../harness/violation.js';
import { type Attempt, attempts, type Row } from './attempt.js';
import { type SubjectRule, type Target, writes } from './subject.js';

/** A requirement on each of some attempts. */
interface AttemptRule<T> extends Omit<SubjectRule, 'check'> {
  rows(table: T, context: CheckContext): readonly Row[] | Promise<readonly Row[]>;
  /** The attempts that show something; by default all. */
  among?(done: Attempt): boolean;
  /** Why it is inconclusive if there are none; by default that nothing was sent. */
  missing?: string;
  /** Whether it is about writes that send what is there, as those do that find out what can be put back. */
  isOfTrial?: true;
  expects(context: CheckContext, done: Attempt, table: T): void;
}

/** Declares a requirement on each attempt of its rows; inconclusive if no sound write is stored. */
export function ofEach<T>(
  target: Target & { table(context: CheckContext): Promise<T> },
  {
    rows,
    among = () => true,
    missing = 'no request was sent',
    isOfTrial,
    expects,
    ...declared
  }: AttemptRule<T>,
): Requirement {
  return writes(target, {
    ...declared,
    async check(context) {
      const table = await target.table(context).catch((error: unknown) => {
        const isSeen = error instanceof NoMoreWrites && error.mismatch.kind === 'value';
        if (isSeen && isOfTrial) context.expect.fail(error.mismatch);
        throw error;
      });
      if (isOfTrial) {
        const path = await target.path(context);
        const failed = context.write.failedPatch(context.api, path, 'value');
        if (failed !== undefined) context.expect.fail(failed);
      }
      const unsent: NotSent[] = [];
      const done = await attempts(context, target, await rows(table, context), unsent);
      const due = done.filter(among);
      context.expect.all(due, (each) => expects(context, each, table));
      // What was not sent is not checked.
      if (unsent[0] !== undefined) throw unsent[0];
      if (due.length === 0) inconclusive(missing);
    },
  });
}
