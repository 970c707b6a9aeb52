import type { CheckContext } from '../../../harness/check-context.js';
import { named } from '../../../harness/client/answer.js';
import { at } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { canonical, sameValue } from '../comparison.js';
import { FIXED, UNTYPED } from './attempts.js';
import { type Change, change, keptChanges } from './change.js';
import { harmless, type Outcome } from './harmless.js';
import { expectShown, expectUnmoved, otherValues, type Subject, writes } from './subject.js';

/** A change by a form, and the values in it. */
interface FormChange extends Change {
  values: readonly (readonly [name: string, value: unknown])[];
}

/** Requirements on bodies that are not JSON, and on keys that are not writable. */
export function encodingRules(subject: Subject): Requirement[] {
  const { what, id, fixed } = subject;
  return [
    // SPEC.md does not say how a form encodes nested members, so they are left out.
    writes(subject, {
      id: `${id}.form`,
      says: `A form-encoded PATCH of a ${what} has the same effect as the same values in JSON`,
      spec: 'Endpoints',
      consequence: 'Clients of older versions, which send forms, store wrong values.',
      async check(context) {
        const changed = await changeByForm(context, subject);
        checkForm(context, subject, changed);
      },
    }),
    // SPEC.md, "Endpoints", rule 3.
    writes(subject, {
      id: `${id}.untyped`,
      says: `PATCH of a ${what} without Content-Type returns 200 and leaves it unchanged`,
      spec: 'Endpoints',
      consequence: 'A body of undeclared type changes an object.',
      async check(context) {
        const sent = await harmless(context, subject, UNTYPED);
        checkUntyped(context, subject, sent);
        const refused = sent.answers.find(({ status }) => status !== 200);
        if (refused !== undefined) context.accept(`refused with ${refused.status}`);
      },
    }),
    // docs/verdicts.md B-36.
    writes(subject, {
      id: `${id}.fixed`,
      says: `Only the writable fields of a ${what} can be changed: read-only fields and unknown keys have no effect`,
      consequence: 'A caller who may change some fields can change others as well.',
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

/** Changes all fields that a form can hold; once in a version. */
function changeByForm(context: CheckContext, subject: Subject): Promise<FormChange> {
  const { api, instance } = context;
  return instance.once(`${subject.what}: changed by a form in ${api.version}`, async () => {
    const kept = (await keptChanges(context, subject)).map(({ field }) => field.name);
    const flat = subject.fields.filter(({ name }) => !name.includes('.') && kept.includes(name));
    if (flat.length === 0) inconclusive('no PATCH in JSON stored a field that a form can hold');
    const present = await api.as(subject.role).object(await subject.path(context));
    // "false" is the value that a form parser is most likely to misread.
    const values = otherValues(context, flat, present).map(([name, value]): [string, unknown] =>
      flat.length > 1 && value === true ? [name, false] : [name, value],
    );
    const form = Object.fromEntries(values.map(([name, value]) => [name, inForm(value)]));
    return { ...(await change(context, subject, 'PATCH', { form })), values };
  });
}

function checkForm(
  context: CheckContext,
  { fields }: Subject,
  { answer, after, values }: FormChange,
): void {
  const { expect } = context;
  expect.status(answer, 200);
  expect.each(values, 'no field to send', ([name, sent]) => {
    const field = fields.find((each) => each.name === name);
    if (field === undefined) throw new RangeError(`no field ${name} was sent`);
    expectShown(context, field, after, sent, { what: `\`${name}\` sent in a form` });
  });
}

function checkUntyped(context: CheckContext, { fields }: Subject, outcome: Outcome): void {
  const { expect } = context;
  expect.each(fields, 'no field to compare', (field) => expectUnmoved(context, field, outcome));
  expect.each(outcome.answers, 'no request was sent', (answer) => {
    if (answer.status < 400 || answer.status > 499) expect.status(answer, 200);
  });
}

function inForm(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}
