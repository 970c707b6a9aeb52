import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { type Seen, seen, valueAt } from '../../harness/place.js';
import { unanswered } from '../../harness/violation.js';
import { isWhole } from '../support/lists/first-rows.js';
import { rowsOf } from '../support/lists/list.js';
import { isPossible } from '../support/writing/callers.js';
import { madeCheck } from '../support/writing/created-checks.js';
import { eventsOfChecks, listOfChecks, readLists } from '../support/writing/lists.js';
import { expectOthersUnchanged } from '../support/writing/lists-compared.js';
import { bodyOf, fieldsIn, type Subject } from '../support/writing/subject.js';
import { COMMENT, PROJECT } from '../support/writing/subjects.js';

/**
 * Writes the project and the comment, and compares the checks of the patch and their events with those
 * read when the check of this version was created. None is created here: checks cannot be deleted.
 */
export async function expectChecksUnchanged(context: CheckContext): Promise<void> {
  const { api, write } = context;
  const { id, after: first } = await madeCheck(context);
  const hasComment = COMMENT.versions.includes(api.version) && isPossible(() => write.comment());
  const subjects = [
    ...(isPossible(() => write.project()) ? [PROJECT] : []),
    ...(hasComment ? [COMMENT] : []),
  ];
  // Events may have vanished since then; the users in the list may have been written.
  let events = first.at(-1);
  if (events !== undefined) api.note(events);
  let before = await readLists(context, listOfChecks(context));
  for (const subject of subjects) {
    await changeOne(context, subject);
    const [now, ...after] = await readLists(context, [
      eventsOfChecks(context),
      ...listOfChecks(context),
    ]);
    // Nobody can change a check through the API.
    const unwritten = { isWritten: () => false, isOwn: () => true, sent: [] };
    expectOthersUnchanged(context, before, after, unwritten);
    expectSameEvents(context, id, events, now);
    [events, before] = [now, after];
  }
}

/** Changes the first field. A refusal has a requirement of its own. */
async function changeOne(context: CheckContext, subject: Subject): Promise<void> {
  const path = await subject.path(context);
  const owner = context.api.as(subject.role);
  const [field] = fieldsIn(subject, context.api.version);
  if (field === undefined) throw new RangeError(`a ${subject.what} has no writable field`);
  const value = field.another(field.shown(await owner.object(path)), context);
  const json = bodyOf([[field.name, value]]);
  const answer = await context.write.send(owner, 'PATCH', path, { json });
  if (answer.status >= 300) unanswered(answer);
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
  const counts = countsOf(after);
  const known = [...countsOf(before)].filter(([check]) => check === own || isWhole(after));
  expect.all(known, ([check, due]) => {
    const found: Seen = { ...seen(after), value: counts.get(check) ?? 0 };
    expect.that(
      found.value === due,
      found,
      `events of check ${String(check)}`,
      `${due}, as before`,
    );
  });
}

/** The number of events per check id. */
function countsOf(answer: Answer): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const event of rowsOf(answer)) {
    const id = valueAt(event, 'payload', 'check', 'id');
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
