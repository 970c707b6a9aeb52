import type { CheckContext } from '../../../harness/check-context.js';
import { named } from '../../../harness/client/answer.js';
import { at, isObject, seen } from '../../../harness/place.js';
import { cut } from '../../../harness/redaction.js';
import type { Requirement } from '../../../harness/requirement.js';
import { AnsweredWithAnother, inconclusive } from '../../../harness/violation.js';
import { since } from '../../../specification/versions.js';
import { fieldInIds, outerOf } from '../../../specification/writable.js';
import { canonical, sameValue } from '../comparison.js';
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

/** Requirements on the effect and response of PATCH and PUT. */
export function changeRules(subject: Subject): Requirement[] {
  const { what, id } = subject;
  return [
    writes(subject, {
      id,
      says: `PATCH of one field of a ${what} returns 200 and makes the change`,
      spec: TABLE,
      consequence: `A client cannot change a ${what}, or wrongly assumes that it was changed.`,
      async check(context) {
        const { expect } = context;
        const changes = await stillRead(context, () => fieldChanges(context, subject));
        expect.each(changes, `a ${what} has no writable field`, ({ answer }) =>
          expect.status(answer, 200),
        );
        // A single field that is not stored has a requirement of its own.
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
      says: `PATCH returns the ${what} as a later GET does`,
      spec: TABLE,
      consequence: `A client that uses the response displays wrong values of the ${what}.`,
      async check(context) {
        const kept = await keptChanges(context, subject);
        const further = (await furtherChanges(context, subject)).filter(({ kept }) => kept);
        context.expect.each([...kept, ...further], 'no change was stored', (each) =>
          expectState(context, each),
        );
      },
    }),
    writes(subject, {
      id: `${id}.partial`,
      says: `PATCH is partial: fields of a ${what} that it does not name keep their values`,
      spec: TABLE,
      consequence: 'A client that changes one field changes others without notice.',
      async check(context) {
        const series: readonly PartialChange[] = await keptChanges(context, subject);
        const changes = [...series, ...(await furtherChanges(context, subject))];
        context.expect.each(changes, 'no change was stored', (changed) => {
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
      says: `Repeating the same PATCH of a ${what} leaves it unchanged`,
      spec: TABLE,
      consequence: 'A client that repeats a request after a lost response causes another change.',
      async check(context) {
        await keptChanges(context, subject);
        const { last: first, again: second } = await seriesOf(context, subject);
        for (const { answer } of [first, second]) {
          if (answer.status !== 200) inconclusive(`${named(answer)} returned ${answer.status}`);
        }
        const same = sameValue(first.after.value, second.after.value);
        const expected = `the state after the first PATCH: ${shortly(first.after.value)}`;
        context.expect.that(same, second.after, `the ${what} after the second PATCH`, expected);
      },
    }),
    writes(subject, {
      id: `${id}.put`,
      says: `PUT of a ${what} returns 200 with the changed ${what}`,
      spec: TABLE,
      consequence: `A client cannot replace a ${what}, or wrongly assumes that it was changed.`,
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

/** Requirements on the list and other versions after a change. */
export function displayRules(subject: Subject): Requirement[] {
  const { what, id } = subject;
  return [
    writes(subject, {
      id: `${id}.listed`,
      says: `The list of the collection has a ${what} with its values after a change`,
      spec: 'Conventions',
      level: 'should',
      consequence: 'A client that reads the list displays old values.',
      async check(context) {
        const kept = (await keptChanges(context, subject)).map(({ field }) => field);
        const { again, listed } = await seriesOf(context, subject);
        const refused = [listed.before, listed.after].find(({ status }) => status !== 200);
        if (refused !== undefined) inconclusive(`${named(refused)} returned ${refused.status}`);
        const number = at(again.after, 'id').value;
        const row = rowsOf(listed.after).find((each) => at(each, 'id').value === number);
        const collection = subject.collection(context);
        if (row === undefined) {
          return inconclusive(`the ${what} is not on the first page of ${collection}`);
        }
        const flat = kept.filter(({ name }) => !name.includes('.'));
        context.expect.each(flat, 'no field that the list has was changed', (field) =>
          expectShown(context, field, row, field.shown(again.after), {
            what: `\`${field.name}\` in the list`,
          }),
        );
      },
    }),
    writes(subject, {
      id: `${id}.every-version`,
      says: `A ${what} written in one version is returned with the same values by every other version`,
      spec: 'Versioning',
      level: 'should',
      consequence: 'Clients of different versions see different values.',
      async check(context) {
        const { api, instance, expect } = context;
        const kept = (await keptChanges(context, subject)).map(({ field }) => field);
        const path = await subject.path(context);
        const own = await api.as(subject.role).object(path);
        const others = instance.versions.filter((version) => version !== api.version);
        // The oldest and the newest version are most likely to differ.
        const two = [...new Set([others[0], others.at(-1)])].filter((each) => each !== undefined);
        const answers = await Promise.all(
          two.map((version) => api.in(version).as(subject.role).get(path)),
        );
        // A version that fails has requirements of its own, but not one that does not know the
        // object.
        const read = answers.filter(
          ({ status, json }) => status === 404 || (status === 200 && isObject(json)),
        );
        expect.each(read, `no other version returned the ${what}`, (answer) => {
          expect.status(answer, 200);
          const shown = kept.filter((field) => field.shown(seen(answer)) !== undefined);
          expect.all(shown, (field) =>
            expectShown(context, field, seen(answer), field.shown(own), {
              as: `, as in ${api.version}`,
            }),
          );
        });
      },
    }),
  ];
}

/** Returns the changes; fails if the object cannot be read any more. */
export async function stillRead<T>(context: CheckContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof LostByWriting) context.expect.status(error.read, 200);
    if (error instanceof AnsweredWithAnother) context.expect.fail(error.mismatch);
    throw error;
  }
}

/** A field has the value of the PATCH afterwards. */
function keepsField(subject: Subject, { name, since: first }: SubjectField): Requirement {
  const { what, id } = subject;
  return writes(subject, {
    id: `${id}.${fieldInIds(name)}`,
    says: `\`${name}\` of a ${what} is writable: a later GET returns the value that was sent`,
    versions: since(first),
    consequence: 'A value is lost or stored incorrectly.',
    async check(context) {
      const changes = await fieldChanges(context, subject);
      // If no field changed, PATCH has no effect at all, which has a requirement of its own.
      if (changes.length > 1 && !changes.some((each) => hasMoved(each.field, each))) {
        inconclusive(`no PATCH of the ${what} had any effect`);
      }
      const changed = changes.find(({ field }) => field.name === name);
      if (changed === undefined) throw new RangeError(`a ${what} has no field ${name}`);
      const { field, answer, before, after, sent } = changed;
      if (answer.status !== 200) inconclusive(`${named(answer)} returned ${answer.status}`);
      const outer = outerOf(name);
      if ([before, after].every((each) => at(each, outer).value === undefined)) {
        // A missing field has a requirement of its own.
        inconclusive(`the ${what} has no \`${outer}\``);
      }
      expectShown(context, field, after, sent);
    },
  });
}

/** Expects that the body of the response equals the body of a later GET. */
function expectState({ expect }: CheckContext, { answer, after }: Change): void {
  const same = sameValue(answer.json, after.value);
  const expected = `the body of GET: ${shortly(after.value)}`;
  expect.that(same, seen(answer), `${named(answer)}, body`, expected);
}

function shortly(value: unknown): string {
  const text = canonical(value) ?? 'nothing';
  return cut(text, 200);
}
