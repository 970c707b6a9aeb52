import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { FIXED, UNTYPED } from './attempts.js';
import { type Change, change, hasMoved, keptChanges } from './change.js';
import { harmless, harmlessWork, type Outcome, type Outcomes } from './harmless.js';
import { type Told, writes } from './rows.js';
import { unlessBundlesToo } from './shared.js';
import { anotherOfEach, flatFields, type Subject } from './subject.js';
import { BUNDLE } from './subjects.js';

/** A change by a form, and the values that it held. */
export interface FormChange extends Change {
  values: readonly (readonly [name: string, value: unknown])[];
}

/**
 * Declares that a form-encoded PATCH has the effect that JSON has: whatever a PATCH in JSON has
 * changed. How a form holds members of members is not shown, so they are left out.
 */
export function takesForms(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `A form-encoded PATCH of a ${what} has the effect that the same JSON has`,
    spec: 'Endpoints',
    consequence:
      'A client that sends forms, as clients of older versions do, writes something else.',
  };
  return writes(subject, told, async (context) => {
    const changed = await changeByForm(context, subject);
    const judge = () => judgeForm(context, subject, changed);
    if (subject === BUNDLE) judge();
    else await unlessFormsOfBundlesToo(context, judge);
  });
}

/** Judges a form; but where one does not do for bundles either, that is judged there. */
export function unlessFormsOfBundlesToo(context: CheckContext, judge: () => void): Promise<void> {
  const ofBundle = (changed: FormChange) => judgeForm(context, BUNDLE, changed);
  return unlessBundlesToo(context, formWork(BUNDLE, context.api.version), ofBundle, judge);
}

/** Declares what becomes of a body whose Content-Type is absent: nothing (SPEC.md, "Endpoints", rule 3). */
export function leavesUntyped(subject: Subject, id: string): Requirement {
  const { what } = subject;
  const told: Told = {
    id,
    says: `PATCH of a ${what} without Content-Type answers 200 and leaves it unchanged`,
    spec: 'Endpoints',
    consequence:
      'A body that nobody declared is taken for something, and changes what it should not.',
  };
  return writes(subject, told, async (context) => {
    const sent = await harmless(context, subject, UNTYPED);
    const judge = () => judgeUntyped(context, subject, sent);
    const ofBundle = (outcomes: Outcomes) => {
      const outcome = outcomes.get(UNTYPED);
      if (outcome !== undefined) judgeUntyped(context, BUNDLE, outcome);
    };
    const work = harmlessWork(BUNDLE, context.api.version);
    if (subject === BUNDLE) judge();
    else await unlessBundlesToo(context, work, ofBundle, judge);
    const refused = sent.answers.find(({ status }) => status !== 200);
    if (refused !== undefined) context.accept(`refused with ${refused.status}`);
  });
}

/** Declares that keys that are not writable, or not known at all, change nothing (docs/verdicts.md B-36). */
export function keepsFixed(subject: Subject, id: string): Requirement {
  const { what, fixed } = subject;
  const told: Told = {
    id,
    says: `Only the writable fields of a ${what} can be changed, not ${fixed.join(', ')} or unknown keys`,
    consequence: 'Anybody who may change a little can change what was never meant to be changed.',
  };
  return writes(subject, told, async (context) => {
    const { before, answers, after } = await harmless(context, subject, FIXED);
    const all = [...fixed, ...subject.fields.map(({ name }) => name)];
    context.expect.each(all, 'nothing to compare', (name) => {
      const [old, present] = [at(before, ...name.split('.')), at(after, ...name.split('.'))];
      const expected = `${canonical(old.value)}, as before`;
      context.expect.that(sameValue(old.value, present.value), present, `\`${name}\``, expected);
    });
    context.expect.each(answers, 'nothing was sent', (answer) => {
      context.expect.status(answer, 200, 400);
      context.accept(answer.status === 200 ? 'ignored' : `${named(answer)} refused with 400`);
    });
  });
}

/** Changes all that a form can hold; made once in a version. */
function changeByForm(context: CheckContext, subject: Subject): Promise<FormChange> {
  const { api, instance } = context;
  return instance.once(formWork(subject, api.version), async () => {
    const kept = (await keptChanges(context, subject)).map(({ field }) => field.name);
    const flat = flatFields(subject).filter(({ name }) => kept.includes(name));
    if (flat.length === 0) inconclusive(`no PATCH in JSON changed a field that a form can hold`);
    const others = await anotherOfEach(context, { ...subject, fields: flat });
    // "false" is what a reader of forms is most likely to take for true.
    const values = others.map(([name, value]): [string, unknown] =>
      flat.length > 1 && value === true ? [name, false] : [name, value],
    );
    const form = Object.fromEntries(values.map(([name, value]) => [name, inForm(value)]));
    return { ...(await change(context, subject, 'PATCH', { form })), values };
  });
}

function judgeForm(
  { expect }: CheckContext,
  { fields }: Subject,
  { answer, after, values }: FormChange,
): void {
  expect.status(answer, 200);
  expect.each(values, 'nothing to send', ([name, sent]) => {
    const field = fields.find((each) => each.name === name);
    const shown = { value: field?.shown(after), at: at(after, name).at };
    expect.that(sameValue(shown.value, sent), shown, `\`${name}\` sent in a form`, canonical(sent));
  });
}

function judgeUntyped(
  { expect }: CheckContext,
  { fields }: Subject,
  { before, answers, after }: Outcome,
): void {
  expect.each(fields, 'no field to compare', (field) => {
    const shown = { value: field.shown(after), at: at(after, field.name).at };
    const expected = `${canonical(field.shown(before))}, as before`;
    expect.that(!hasMoved(field, { before, after }), shown, `\`${field.name}\``, expected);
  });
  expect.each(answers, 'nothing was sent', (answer) => {
    if (answer.status < 400 || answer.status > 499) expect.status(answer, 200);
  });
}

function formWork({ what }: Subject, version: string): string {
  return `${what}: changed by a form in ${version}`;
}

function inForm(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}
