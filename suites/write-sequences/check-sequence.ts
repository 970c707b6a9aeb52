import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { type Seen, seen, valueAt } from '../../harness/place.js';
import { inconclusive, unanswered } from '../../harness/violation.js';
import { isWhole } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { readable } from '../support/readable.js';
import { attempt } from '../support/writing/attempt.js';
import { madeCheck } from '../support/writing/created-checks.js';
import { eventsOfChecks, listOfChecks, readLists } from '../support/writing/lists.js';
import { expectOthersUnchanged } from '../support/writing/lists-compared.js';
import { COMMENT, PROJECT } from '../support/writing/subjects.js';

/**
 * Writes the project and the comment, and compares the checks of the patch and their events before and
 * after. No check is created here: checks cannot be deleted.
 */
export async function expectChecksUnchanged(context: CheckContext): Promise<void> {
  const { id } = await madeCheck(context);
  const subjects = [PROJECT, COMMENT].filter(({ versions }) =>
    versions.includes(context.api.version),
  );
  let written = 0;
  for (const subject of subjects) {
    const [events, ...before] = await readAgain(context);
    const done = await readable(async () => {
      const row = (await subject.table(context)).together('PATCH between two lists of checks');
      return [await attempt(context, subject, row)];
    });
    written += done.length;
    for (const { answer } of done) if (answer.status >= 300) unanswered(answer);
    const [now, ...after] = await readAgain(context);
    // Nobody can change a check through the API.
    const unwritten = { isWritten: () => false, isOwn: () => true, sent: [] };
    expectOthersUnchanged(context, before, after, unwritten);
    expectSameEvents(context, id, events, now);
  }
  if (written === 0) inconclusive('neither a project nor a comment can be written');
}

function readAgain(context: CheckContext): Promise<Answer[]> {
  return readLists(context, [eventsOfChecks(context), ...listOfChecks(context)]);
}

/**
 * Expects that each check has as many events as before: the new check only, if there are more events
 * than fit on a page, because other clients may create further checks.
 */
function expectSameEvents(
  { expect }: CheckContext,
  own: number,
  before: Answer | undefined,
  after: Answer | undefined,
): void {
  if (before?.status !== 200 || after?.status !== 200) return;
  const [old, now] = [before, after].map((answer) =>
    rowsOf(answer).map((event) => valueAt(event, 'payload', 'check', 'id')),
  );
  const known = new Set(old?.filter((id) => id !== undefined && (id === own || isWhole(after))));
  expect.all([...known], (check) => {
    const [due, count] = [old, now].map((ids) => ids?.filter((id) => id === check).length);
    const found: Seen = { ...seen(after), value: count };
    expect.that(count === due, found, `events of check ${String(check)}`, `${due}, as before`);
  });
}
