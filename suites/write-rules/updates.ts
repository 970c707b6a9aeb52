import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at, isObject } from '../../harness/place.js';
import { cut } from '../../harness/redaction.js';
import type { Requirement } from '../../harness/requirement.js';
import { AnsweredWithAnother, inconclusive } from '../../harness/violation.js';
import { since } from '../../specification/versions.js';
import { fieldInIds, outerOf } from '../../specification/writable.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { keepsAny } from './any-value.js';
import {
  type Change,
  change,
  fieldChanges,
  furtherChanges,
  hasMoved,
  keptChanges,
  LostByWriting,
  type PartialChange,
  rowsOf,
  seen,
  seriesOf,
} from './change.js';
import {
  bodyOf,
  expectShown,
  expectUnmoved,
  fieldsIn,
  otherValues,
  type Subject,
  type SubjectField,
  writes,
} from './subject.js';

const TABLE = 'Endpoint table';

/** What a PATCH and a PUT change, and what they answer. */
export function changeRules(subject: Subject): Requirement[] {
  const { what, id } = subject;
  return [
    writes(subject, {
      id,
      says: `PATCH of one field of a ${what} answers 200 and makes the change`,
      spec: TABLE,
      consequence: `A client cannot change a ${what}, or believes that it has.`,
      async check(context) {
        const { expect } = context;
        const changes = await stillRead(context, () => fieldChanges(context, subject));
        expect.each(changes, `a ${what} has no field to write`, ({ answer }) =>
          expect.status(answer, 200),
        );
        // That a field among several is not kept is a matter of that field.
        const moved = changes.some((each) => hasMoved(each.field, each));
        const [first] = changes;
        if (first === undefined || moved) return;
        expect.that(false, first.after, `the ${what} after PATCH`, 'a change in any field');
      },
    }),
    ...subject.fields.map((field) => keepsField(subject, field)),
    ...keepsAny(subject),
    writes(subject, {
      id: `${id}.answer`,
      says: `PATCH answers with the ${what} as it is from then on`,
      spec: TABLE,
      consequence: `A client that shows what it was answered shows a ${what} that is not there.`,
      async check(context) {
        const kept = await keptChanges(context, subject);
        const further = (await furtherChanges(context, subject)).filter(({ kept }) => kept);
        context.expect.each([...kept, ...further], 'no change was kept', (each) =>
          expectState(context, each),
        );
      },
    }),
    writes(subject, {
      id: `${id}.partial`,
      says: `PATCH is partial: the fields of a ${what} that it does not name keep their values`,
      spec: TABLE,
      consequence: 'A client that changes one thing loses another without being told.',
      async check(context) {
        const series: readonly PartialChange[] = await keptChanges(context, subject);
        const changes = [...series, ...(await furtherChanges(context, subject))];
        context.expect.each(changes, 'no change was kept', (changed) => {
          const sent = changed.together.map((name) => `\`${name}\``).join(', ');
          const others = subject.fields.filter(({ name }) => !changed.together.includes(name));
          const written = others.map(
            (other) => () =>
              expectUnmoved(context, other, changed, `\`${other.name}\` after PATCH of ${sent}`),
          );
          const fixed = subject.fixed.map((name) => () => {
            const [before, after] = [at(changed.before, name), at(changed.after, name)];
            const what = `\`${name}\` after PATCH of ${sent}`;
            const same = sameValue(before.value, after.value);
            context.expect.that(same, after, what, `${canonical(before.value)}, as before`);
          });
          context.expect.all([...written, ...fixed], (judge) => judge());
        });
      },
    }),
    writes(subject, {
      id: `${id}.idempotent`,
      says: `The same PATCH of a ${what}, sent twice, leaves the state that the first one made`,
      spec: TABLE,
      consequence: 'A client that repeats a request whose answer was lost changes something again.',
      async check(context) {
        await keptChanges(context, subject);
        const { last: first, again: second } = await seriesOf(context, subject);
        for (const { answer } of [first, second]) {
          if (answer.status !== 200) inconclusive(`${named(answer)} answered ${answer.status}`);
        }
        const same = sameValue(first.after.value, second.after.value);
        const expected = `what the first left: ${shortly(first.after.value)}`;
        context.expect.that(same, second.after, `the ${what} after the second`, expected);
      },
    }),
    writes(subject, {
      id: `${id}.put`,
      says: `PUT of a ${what} answers 200, makes the change and shows it`,
      spec: TABLE,
      consequence: `A client that sends a whole ${what} cannot, or believes that it has.`,
      async check(context) {
        const { api, expect } = context;
        await keptChanges(context, subject);
        const fields = fieldsIn(subject, api.version);
        const present = await api.as(subject.role).object(await subject.path(context));
        const json = bodyOf(otherValues(context, fields, present));
        const put = await change(context, subject, 'PUT', { json });
        expect.status(put.answer, 200);
        const moved = fields.some((field) => hasMoved(field, put));
        expect.that(moved, put.after, `the ${what} after PUT`, 'a change in any field');
        expectState(context, put);
      },
    }),
  ];
}

/** Where else than in its answer a change is shown. */
export function displayRules(subject: Subject): Requirement[] {
  const { what, id } = subject;
  return [
    writes(subject, {
      id: `${id}.listed`,
      says: `The list of the collection shows a ${what} as it is after a change`,
      spec: 'Conventions',
      level: 'should',
      consequence: 'A client that lists shows what is no longer true.',
      async check(context) {
        const kept = (await keptChanges(context, subject)).map(({ field }) => field);
        const { again, listed } = await seriesOf(context, subject);
        const refused = [listed.before, listed.after].find(({ status }) => status !== 200);
        if (refused !== undefined) inconclusive(`${named(refused)} answered ${refused.status}`);
        const number = at(again.after, 'id').value;
        const row = rowsOf(listed.after).find((each) => at(each, 'id').value === number);
        const collection = subject.collection(context);
        if (row === undefined) {
          return inconclusive(`the first page of ${collection} does not show it`);
        }
        const flat = kept.filter(({ name }) => !name.includes('.'));
        context.expect.each(flat, 'no field that the list shows was changed', (field) =>
          expectShown(context, field, row, field.shown(again.after), {
            what: `\`${field.name}\` in the list`,
          }),
        );
      },
    }),
    writes(subject, {
      id: `${id}.every-version`,
      says: `What is written to a ${what} in one version is what every other version shows`,
      spec: 'Versioning',
      level: 'should',
      consequence: 'Two clients that speak different versions see different things for good.',
      async check(context) {
        const { api, instance, expect } = context;
        const kept = (await keptChanges(context, subject)).map(({ field }) => field);
        const path = await subject.path(context);
        const own = await api.as(subject.role).object(path);
        const others = instance.versions.filter((version) => version !== api.version);
        // What differs between versions differs between the oldest and the newest of them.
        const two = [...new Set([others[0], others.at(-1)])].filter((each) => each !== undefined);
        const answers = await Promise.all(
          two.map((version) => api.in(version).as(subject.role).get(path)),
        );
        // That a version answers as it should is judged where it is read; that it has no such object is not.
        const read = answers.filter(
          ({ status, json }) => status === 404 || (status === 200 && isObject(json)),
        );
        expect.each(read, `no other version shows the ${what}`, (answer) => {
          expect.status(answer, 200);
          const shown = kept.filter((field) => field.shown(seen(answer)) !== undefined);
          expect.all(shown, (field) =>
            expectShown(context, field, seen(answer), field.shown(own), {
              as: `, as ${api.version} shows`,
            }),
          );
        });
      },
    }),
  ];
}

/** What was changed; that the object can still be read is then a matter of the one who asks. */
export async function stillRead<T>(context: CheckContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LostByWriting) context.expect.status(error.read, 200);
    if (error instanceof AnsweredWithAnother) context.expect.fail(error.mismatch);
    throw error;
  }
}

/** One field shows, from then on, what a PATCH has put there. */
function keepsField(subject: Subject, { name, since: first }: SubjectField): Requirement {
  const { what, id } = subject;
  return writes(subject, {
    id: `${id}.${fieldInIds(name)}`,
    says: `\`${name}\` of a ${what} is writable: a later GET shows what was sent`,
    versions: since(first),
    consequence: 'What a person has entered is lost, or is something else when it is read again.',
    async check(context) {
      const changes = await fieldChanges(context, subject);
      // Where no field of several has moved, it is the PATCH that does nothing, and no field is at fault.
      if (changes.length > 1 && !changes.some((each) => hasMoved(each.field, each))) {
        inconclusive(`no PATCH of the ${what} changed anything`);
      }
      const changed = changes.find(({ field }) => field.name === name);
      if (changed === undefined) throw new RangeError(`a ${what} has no field ${name}`);
      const { field, answer, before, after, sent } = changed;
      if (answer.status !== 200) inconclusive(`${named(answer)} answered ${answer.status}`);
      const outer = outerOf(name);
      if ([before, after].every((each) => at(each, outer).value === undefined)) {
        // That it is there at all is a matter of the form.
        inconclusive(`the ${what} shows no \`${outer}\``);
      }
      expectShown(context, field, after, sent);
    },
  });
}

/** The body of an answer is what a GET shows after it. */
function expectState({ expect }: CheckContext, { answer, after }: Change): void {
  const same = sameValue(answer.json, after.value);
  const expected = `what GET shows: ${shortly(after.value)}`;
  expect.that(same, seen(answer), `${named(answer)}: the body`, expected);
}

function shortly(value: unknown): string {
  const text = canonical(value) ?? 'nothing';
  return cut(text, 200);
}
