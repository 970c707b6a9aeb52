import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { FIXED, UNTYPED } from './attempts.js';
import { type Change, change, keptChanges } from './change.js';
import { harmless, type Outcome } from './harmless.js';
import { expectShown, expectUnmoved, otherValues, type Subject, writes } from './subject.js';

/** A change by a form, and the values that it held. */
interface FormChange extends Change {
  values: readonly (readonly [name: string, value: unknown])[];
}

/** What becomes of bodies that are no JSON, and of keys that are not writable. */
export function encodingRules(subject: Subject): Requirement[] {
  const { what, id, fixed } = subject;
  return [
    // How a form holds members of members is not shown, so they are left out.
    writes(subject, {
      id: `${id}.form`,
      says: `A form-encoded PATCH of a ${what} has the effect that the same JSON has`,
      spec: 'Endpoints',
      consequence:
        'A client that sends forms, as clients of older versions do, writes something else.',
      async check(context) {
        const changed = await changeByForm(context, subject);
        judgeForm(context, subject, changed);
      },
    }),
    // SPEC.md, "Endpoints", rule 3.
    writes(subject, {
      id: `${id}.untyped`,
      says: `PATCH of a ${what} without Content-Type answers 200 and leaves it unchanged`,
      spec: 'Endpoints',
      consequence:
        'A body that nobody declared is taken for something, and changes what it should not.',
      async check(context) {
        const sent = await harmless(context, subject, UNTYPED);
        judgeUntyped(context, subject, sent);
        const refused = sent.answers.find(({ status }) => status !== 200);
        if (refused !== undefined) context.accept(`refused with ${refused.status}`);
      },
    }),
    // docs/verdicts.md B-36.
    writes(subject, {
      id: `${id}.fixed`,
      says: `Only the writable fields of a ${what} can be changed, no others and no unknown keys`,
      consequence: 'Anybody who may change a little can change what was never meant to be changed.',
      async check(context) {
        const { before, answers, after } = await harmless(context, subject, FIXED);
        const all = [...fixed, ...subject.fields.map(({ name }) => name)];
        const unmoved = all.map((name) => () => {
          const [old, present] = [at(before, ...name.split('.')), at(after, ...name.split('.'))];
          const expected = `${canonical(old.value)}, as before`;
          context.expect.that(
            sameValue(old.value, present.value),
            present,
            `\`${name}\``,
            expected,
          );
        });
        const answered = answers.map((answer) => () => {
          context.expect.status(answer, 200, 400);
          context.accept(answer.status === 200 ? 'ignored' : `${named(answer)} refused with 400`);
        });
        context.expect.all([...unmoved, ...answered], (judge) => judge());
      },
    }),
  ];
}

/** Changes all that a form can hold; made once in a version. */
function changeByForm(context: CheckContext, subject: Subject): Promise<FormChange> {
  const { api, instance } = context;
  return instance.once(`${subject.what}: changed by a form in ${api.version}`, async () => {
    const kept = (await keptChanges(context, subject)).map(({ field }) => field.name);
    const flat = subject.fields.filter(({ name }) => !name.includes('.') && kept.includes(name));
    if (flat.length === 0) inconclusive(`no PATCH in JSON changed a field that a form can hold`);
    const present = await api.as(subject.role).object(await subject.path(context));
    // "false" is what a reader of forms is most likely to take for true.
    const values = otherValues(context, flat, present).map(([name, value]): [string, unknown] =>
      flat.length > 1 && value === true ? [name, false] : [name, value],
    );
    const form = Object.fromEntries(values.map(([name, value]) => [name, inForm(value)]));
    return { ...(await change(context, subject, 'PATCH', { form })), values };
  });
}

function judgeForm(
  context: CheckContext,
  { fields }: Subject,
  { answer, after, values }: FormChange,
): void {
  const { expect } = context;
  expect.status(answer, 200);
  expect.each(values, 'nothing to send', ([name, sent]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new RangeError(`no field ${name} was sent`);
    expectShown(context, field, after, sent, { what: `\`${name}\` sent in a form` });
  });
}

function judgeUntyped(context: CheckContext, { fields }: Subject, outcome: Outcome): void {
  const { expect } = context;
  expect.each(fields, 'no field to compare', (field) => expectUnmoved(context, field, outcome));
  expect.each(outcome.answers, 'nothing was sent', (answer) => {
    if (answer.status < 400 || answer.status > 499) expect.status(answer, 200);
  });
}

function inForm(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}
