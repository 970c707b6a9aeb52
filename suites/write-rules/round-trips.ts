import type { Arbitrary } from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import { at } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { change, type FieldChange, fieldChanges, furtherChanges, isKept } from './change.js';
import { type Told, writes } from './rows.js';
import { bodyOf, type Subject } from './subject.js';

/** The values of some fields, by their names. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * Declares that whatever such fields may hold is what a later GET shows.
 * A field that does not even keep a plain value is judged by a requirement of its own and left out.
 */
export function keepsWhatever(
  subject: Subject,
  told: Told,
  valuesFor: (context: CheckContext) => Promise<Arbitrary<Values>>,
): Requirement {
  return writes(subject, told, async (context) => {
    const { expect, write } = context;
    const plain = (await fieldChanges(context, subject)).filter(isKept);
    const values = await valuesFor(context);
    await write.property(values, async (given) => {
      const sound = plain.filter(({ field }) => Object.hasOwn(given, field.name));
      if (sound.length === 0) inconclusive('not even a plain value of these fields was kept');
      const body = bodyOf(sound.map(({ field }) => [field.name, given[field.name]] as const));
      const changed = await change(context, subject, 'PATCH', { json: body });
      const unharmed = changed.answer.status === 200 && changed.after.value !== undefined;
      const together = sound.map(({ field }) => field.name);
      const kept = sound.every(({ field }) =>
        sameValue(field.shown(changed.after), given[field.name]),
      );
      if (unharmed) (await furtherChanges(context, subject)).push({ ...changed, together, kept });
      // An object that a value has made unreadable would hide every value after it, and all the rest.
      else await heal(context, subject, sound);
      expect.status(changed.answer, 200);
      // A value that is taken and then breaks what shows it is not kept.
      expect.each(sound, 'no field was sent', ({ field }) => {
        const shown = field.shown(changed.after);
        const place = { value: shown, at: at(changed.after, ...field.name.split('.')).at };
        const sent = given[field.name];
        expect.that(sameValue(shown, sent), place, `\`${field.name}\``, canonical(sent));
      });
    });
  });
}

/** Puts the plain values back; what the instance answers to that is no matter. */
async function heal(
  context: CheckContext,
  subject: Subject,
  sound: readonly FieldChange[],
): Promise<void> {
  const json = bodyOf(sound.map(({ field, sent }) => [field.name, sent] as const));
  const path = await subject.path(context);
  await context.write.send(context.api.as(subject.role), 'PATCH', path, { json });
}
