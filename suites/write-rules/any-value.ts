import type { CheckContext } from '../../harness/check-context.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { change, type FieldChange, fieldChanges, furtherChanges, isKept } from './change.js';
import { bodyOf, expectShown, fieldsIn, type Subject, writes } from './subject.js';

/**
 * Whatever the fields of a subject may hold is what a later GET shows. A field that does not even
 * keep a plain value is judged by a requirement of its own and left out.
 */
export function keepsAny(subject: Subject): Requirement[] {
  if (subject.any === undefined) return [];
  const { except = [], ...declared } = subject.any;
  return [
    writes(subject, {
      ...declared,
      async check(context) {
        const { api, expect, write } = context;
        const plain = (await fieldChanges(context, subject)).filter(isKept);
        const { valuesOf } = await import('./values.js');
        const drawn = fieldsIn(subject, api.version).filter(({ name }) => !except.includes(name));
        const values = valuesOf(drawn, write.name());
        await write.property(values, async (given) => {
          const sound = plain.filter(({ field }) => Object.hasOwn(given, field.name));
          if (sound.length === 0) inconclusive('not even a plain value of these fields was kept');
          const together = sound.map(({ field }) => field.name);
          const json = bodyOf(together.map((name) => [name, given[name]] as const));
          const changed = await change(context, subject, 'PATCH', { json });
          const { answer, after } = changed;
          if (answer.status === 200 && after.value !== undefined) {
            const kept = sound.every(({ field }) =>
              isKept({ field, sent: given[field.name], after }),
            );
            (await furtherChanges(context, subject)).push({ ...changed, together, kept });
          } else {
            // An object that a value has made unreadable would hide every value after it, and all the rest.
            await putPlainBack(context, subject, sound);
          }
          expect.status(answer, 200);
          // A value that is taken and then breaks what shows it is not kept.
          expect.each(sound, 'no field was sent', ({ field }) =>
            expectShown(context, field, after, given[field.name]),
          );
        });
      },
    }),
  ];
}

/** Puts the plain values back; what the instance answers to that is no matter. */
async function putPlainBack(
  context: CheckContext,
  subject: Subject,
  sound: readonly FieldChange[],
): Promise<void> {
  const json = bodyOf(sound.map(({ field, sent }) => [field.name, sent] as const));
  const path = await subject.path(context);
  await context.write.send(context.api.as(subject.role), 'PATCH', path, { json });
}
