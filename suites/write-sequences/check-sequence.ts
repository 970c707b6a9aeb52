import type { CheckContext } from '../../harness/check-context.js';
import { type Answer, named } from '../../harness/client/answer.js';
import { type Seen, seen, valueAt } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { rowsOf } from '../support/lists/list.js';
import { isPossible } from '../support/writing/callers.js';
import { CHECKS_LISTED_SINCE, madeCheck } from '../support/writing/created-checks.js';
import { checksOfPatch, eventsOfPatch, listedAfter } from '../support/writing/lists.js';
import { isWhole, readLists, rowMismatches } from '../support/writing/lists-compared.js';
import { bodyOf, fieldsIn, type Subject } from '../support/writing/subject.js';
import { COMMENT, PROJECT } from '../support/writing/subjects.js';

/**
 * Writes the project and the comment, and compares the checks of the patch and their events with those
 * read after the checks of this version were created. None is created here: checks cannot be deleted.
 */
export async function expectChecksUnchanged(context: CheckContext): Promise<void> {
  const { api, expect, write } = context;
  await madeCheck(context);
  const listed = since(CHECKS_LISTED_SINCE).includes(api.version);
  const lists = [eventsOfPatch(context), ...(listed ? [checksOfPatch(context)] : [])];
  const hasComment = COMMENT.versions.includes(api.version) && isPossible(() => write.comment());
  const subjects = [
    ...(isPossible(() => write.project()) ? [PROJECT] : []),
    ...(hasComment ? [COMMENT] : []),
  ];
  let before = await Promise.all(lists.map((list) => listedAfter(context, list)));
  for (const each of before) api.note(each);
  for (const subject of subjects) {
    await changeOne(context, subject);
    const after = await readLists(context, lists);
    // Nobody can change a check through the API.
    const write = { isWritten: () => false, isOwn: () => true, sent: [] };
    expect.none(rowMismatches(before.slice(1), after.slice(1), write));
    expectSameEvents(context, before[0], after[0]);
    before = after;
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
  if (answer.status !== 200) inconclusive(`${named(answer)} returned ${answer.status}`);
}

/** Expects that each check has as many events as before; other clients may create further checks. */
function expectSameEvents(
  { expect }: CheckContext,
  before: Answer | undefined,
  after: Answer | undefined,
): void {
  if (before?.status !== 200 || after?.status !== 200 || !isWhole(after)) return;
  const counts = countsOf(after);
  expect.all([...countsOf(before)], ([check, due]) => {
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
