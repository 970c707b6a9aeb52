import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import {
  type Change,
  change,
  type FieldChanges,
  fieldChanges,
  furtherChanges,
  hasMoved,
  isKept,
  keptChanges,
  LostByWriting,
  type PartialChange,
  seen,
  seriesOf,
  seriesWork,
} from './change.js';
import { unlessBundlesToo } from './shared.js';
import { anotherOfEach, bodyOf, type Subject } from './subject.js';
import { BUNDLE } from './subjects.js';

const TABLE = 'Endpoint table';

/** What a requirement of a subject says of itself. */
export type Told = Pick<Requirement, 'id' | 'says' | 'consequence'> &
  Partial<Pick<Requirement, 'spec' | 'level'>>;

/** Declares a requirement that writes a subject, in every version in which that can be written. */
export function writes(
  { versions, role, spec }: Subject,
  told: Told & Partial<Pick<Requirement, 'needs'>>,
  check: (context: CheckContext) => Promise<unknown>,
): Requirement {
  const needs = new Set<Requirement['needs'][number]>(['writes', role, ...(told.needs ?? [])]);
  return requirement({ spec, level: 'must', versions, ...told, needs: [...needs], check });
}

/** Declares that a PATCH by the role that may answers 200, and that it changes something. */
export function updatesByPatch(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `PATCH of one field of a ${what} answers 200 and makes the change`,
    spec: TABLE,
    consequence: `A client cannot change a ${what}, or believes that it has.`,
  };
  return writes(subject, told, async (context) => {
    const { expect } = context;
    const changes = await stillRead(context, () => fieldChanges(context, subject));
    expect.each(changes, `a ${what} has no field to write`, ({ answer }) =>
      expect.status(answer, 200),
    );
    // That a field among several is not kept is a matter of that field.
    const moved = changes.some((each) => hasMoved(each.field, each));
    const [first] = changes;
    if (first === undefined || moved) return;
    const shown = first.after;
    expect.that(false, shown, `the ${what} after PATCH`, 'a change in any field');
  });
}

/** What was changed; that the object can still be read is then a matter of the one who asks. */
export async function stillRead<T>(context: CheckContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LostByWriting) context.expect.status(error.read, 200);
    throw error;
  }
}

/** Declares that one field shows, from then on, what a PATCH has put there. */
export function keepsField(subject: Subject, name: string, id: string): Requirement {
  const told: Told = {
    id,
    says: `\`${name}\` of a ${subject.what} is writable: a later GET shows what was sent`,
    consequence: 'What a person has entered is lost, or is something else when it is read again.',
  };
  return writes(subject, told, async (context) => {
    await keptOrMoved(context, subject);
    const changed = (await fieldChanges(context, subject)).find(({ field }) => field.name === name);
    if (changed === undefined) throw new RangeError(`a ${subject.what} has no field ${name}`);
    const { field, answer, before, after, sent } = changed;
    if (answer.status !== 200) inconclusive(`${named(answer)} answered ${answer.status}`);
    const [outer = name] = name.split('.');
    if ([before, after].every((each) => at(each, outer).value === undefined)) {
      // That it is there at all is a matter of the form.
      inconclusive(`the ${subject.what} shows no \`${outer}\``);
    }
    const shown = { value: field.shown(after), at: at(after, ...name.split('.')).at };
    context.expect.that(isKept(changed), shown, `\`${name}\``, canonical(sent));
  });
}

/** Where no field of several has moved, it is the PATCH that does nothing, and no field is at fault. */
async function keptOrMoved(context: CheckContext, subject: Subject): Promise<void> {
  const changes = await fieldChanges(context, subject);
  // A subject of a single field shows by its answer whether the PATCH did anything.
  if (changes.length === 1 || changes.some((each) => hasMoved(each.field, each))) return;
  inconclusive(`no PATCH of the ${subject.what} changed anything`);
}

/** Declares that the body of the 200 is the object as a later GET shows it. */
export function answersTheState(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `PATCH answers with the ${what} as it is from then on`,
    spec: TABLE,
    consequence: `A client that shows what it was answered shows a ${what} that is not there.`,
  };
  return writes(subject, told, async (context) => {
    await keptChanges(context, subject);
    const further = (await furtherChanges(context, subject)).filter(({ kept }) => kept);
    const judge = (changes: readonly Change[]) =>
      context.expect.each(changes, 'no change was kept', (each) => answersWhatIs(context, each));
    const { changes } = await seriesOf(context, subject);
    const own = () => judge([...changes.filter(isKept), ...further]);
    const work = seriesWork(BUNDLE, context.api.version);
    const judgeBundles = (found: FieldChanges) => judge(found.changes.filter(isKept));
    if (subject === BUNDLE) own();
    else await unlessBundlesToo(context, work, judgeBundles, own);
  });
}

/** Judges that the body of an answer is what a GET shows after it. */
function answersWhatIs({ expect }: CheckContext, { answer, after }: Change): void {
  const same = sameValue(answer.json, after.value);
  const expected = `what GET shows: ${shortly(after.value)}`;
  expect.that(same, seen(answer), `${named(answer)}: the body`, expected);
}

/** Declares that a PATCH leaves every field that it does not name as it was. */
export function leavesTheRest(subject: Subject, id: string): Requirement {
  const told: Told = {
    id,
    says: `PATCH is partial: the fields of a ${subject.what} that it does not name keep their values`,
    spec: TABLE,
    consequence: 'A client that changes one thing loses another without being told.',
  };
  return writes(subject, told, async (context) => {
    const series: readonly PartialChange[] = await keptChanges(context, subject);
    const changes = [...series, ...(await furtherChanges(context, subject))];
    context.expect.each(changes, 'no change was kept', (changed) => {
      const sent = changed.together.map((name) => `\`${name}\``).join(', ');
      const others = subject.fields.filter(({ name }) => !changed.together.includes(name));
      for (const other of others) {
        const shown = { value: other.shown(changed.after), at: at(changed.after, other.name).at };
        const expected = `${canonical(other.shown(changed.before))}, as before`;
        const what = `\`${other.name}\` after PATCH of ${sent}`;
        context.expect.that(!hasMoved(other, changed), shown, what, expected);
      }
      for (const name of subject.fixed) {
        const [before, after] = [at(changed.before, name), at(changed.after, name)];
        const what = `\`${name}\` after PATCH of ${sent}`;
        const same = sameValue(before.value, after.value);
        context.expect.that(same, after, what, `${canonical(before.value)}, as before`);
      }
    });
  });
}

/** Declares that the same PATCH, sent again, changes nothing more. */
export function isIdempotent(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `The same PATCH of a ${what}, sent twice, leaves the state that the first one made`,
    spec: TABLE,
    consequence: 'A client that repeats a request whose answer was lost changes something again.',
  };
  return writes(subject, told, async (context) => {
    await keptChanges(context, subject);
    const { last: first, again: second } = await seriesOf(context, subject);
    for (const { answer } of [first, second]) {
      if (answer.status !== 200) inconclusive(`${named(answer)} answered ${answer.status}`);
    }
    const same = sameValue(first.after.value, second.after.value);
    const expected = `what the first left: ${shortly(first.after.value)}`;
    context.expect.that(same, second.after, `the ${what} after the second`, expected);
  });
}

/** Declares that a PUT of all fields answers 200 with what it has made, and that it changes something. */
export function updatesByPut(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `PUT of a ${what} answers 200, makes the change and shows it`,
    spec: TABLE,
    consequence: `A client that sends a whole ${what} cannot, or believes that it has.`,
  };
  return writes(subject, told, async (context) => {
    const kept = await keptChanges(context, subject);
    const values = await anotherOfEach(context, subject);
    const put = await change(context, subject, 'PUT', { json: bodyOf(values) });
    context.expect.status(put.answer, 200);
    const moved = subject.fields.some((field) => hasMoved(field, put));
    context.expect.that(moved, put.after, `the ${what} after PUT`, 'a change in any field');
    // Where PATCH answers with something else as well, that is a requirement of its own.
    const isTold = kept.every(({ answer, after }) => sameValue(answer.json, after.value));
    if (isTold) answersWhatIs(context, put);
  });
}

function shortly(value: unknown): string {
  const text = canonical(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
