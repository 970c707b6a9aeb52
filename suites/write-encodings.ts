import { named } from '../harness/client/answer.js';
import { at } from '../harness/place.js';
import type { Requirement } from '../harness/requirement.js';
import { inconclusive } from '../harness/violation.js';
import { canonical, sameValue } from './comparison.js';
import { change, hasMoved, keptChanges } from './write-change.js';
import { type Told, writes } from './write-rows.js';
import { anotherOfEach, bodyOf, flatFields, type Subject } from './write-subject.js';

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
    const kept = (await keptChanges(context, subject)).map(({ field }) => field.name);
    const flat = flatFields(subject).filter(({ name }) => kept.includes(name));
    if (flat.length === 0) inconclusive(`no PATCH in JSON changed a field that a form can hold`);
    const others = await anotherOfEach(context, { ...subject, fields: flat });
    // "false" is what a reader of forms is most likely to take for true.
    const values = others.map(([name, value]): [string, unknown] =>
      flat.length > 1 && value === true ? [name, false] : [name, value],
    );
    const form = Object.fromEntries(values.map(([name, value]) => [name, inForm(value)]));
    const changed = await change(context, subject, 'PATCH', { form });
    context.expect.status(changed.answer, 200);
    context.expect.each(flat, 'nothing to send', (field, index) => {
      const [name, sent] = values[index] ?? [field.name, undefined];
      const shown = { value: field.shown(changed.after), at: at(changed.after, name).at };
      const same = sameValue(shown.value, sent);
      context.expect.that(same, shown, `\`${name}\` sent in a form`, canonical(sent));
    });
  });
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
    const kept = (await keptChanges(context, subject)).map(({ field }) => field);
    const values = await anotherOfEach(context, { ...subject, fields: kept.slice(0, 1) });
    const text = JSON.stringify(bodyOf(values));
    const sent = await change(context, subject, 'PATCH', { text, contentType: null });
    for (const field of subject.fields) {
      const shown = { value: field.shown(sent.after), at: at(sent.after, field.name).at };
      const expected = `${canonical(field.shown(sent.before))}, as before`;
      context.expect.that(!hasMoved(field, sent), shown, `\`${field.name}\``, expected);
    }
    const { status } = sent.answer;
    if (status >= 400 && status <= 499) context.accept(`refused with ${status}`);
    else context.expect.status(sent.answer, 200);
  });
}

/** Declares that keys that are not writable, or not known at all, change nothing (INTERPRETATION B-36). */
export function keepsFixed(subject: Subject, id: string): Requirement {
  const { what, fixed } = subject;
  const told: Told = {
    id,
    says: `Only the writable fields of a ${what} are: ${fixed.join(', ')} and unknown keys change nothing`,
    consequence: 'Anybody who may change a little can change what was never meant to be changed.',
  };
  return writes(subject, told, async (context) => {
    await keptChanges(context, subject);
    const as = context.api.as(subject.role);
    const present = await as.object(await subject.path(context));
    const foreign = fixed.map((name) => [name, other(at(present, name).value)] as const);
    const json = { ...bodyOf(foreign), conformance: 'unknown to SPEC.md' };
    const sent = await change(context, subject, 'PATCH', { json });
    const all = [...fixed, ...subject.fields.map(({ name }) => name)];
    context.expect.each(all, 'nothing to compare', (name) => {
      const [before, after] = [
        at(sent.before, ...name.split('.')),
        at(sent.after, ...name.split('.')),
      ];
      const expected = `${canonical(before.value)}, as before`;
      context.expect.that(sameValue(before.value, after.value), after, `\`${name}\``, expected);
    });
    context.expect.status(sent.answer, 200, 400);
    context.accept(
      sent.answer.status === 200 ? 'ignored' : `${named(sent.answer)} refused with 400`,
    );
  });
}

function inForm(value: unknown): string | string[] {
  return Array.isArray(value) ? value.map(String) : String(value);
}

/** Another value of the same type; an embedded object is sent by an id, as bodies do with patches. */
function other(present: unknown): unknown {
  if (typeof present === 'boolean') return !present;
  if (typeof present === 'number') return present + 1;
  if (Array.isArray(present)) return [];
  const { id } = { id: undefined, ...(typeof present === 'object' ? present : {}) };
  if (typeof id === 'number') return id === 1 ? 2 : 1;
  return 'conformance';
}
