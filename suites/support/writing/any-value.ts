import type { CheckContext } from '../../../harness/check-context.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { change, type FieldChange, fieldChanges, furtherChanges, isKept } from './change.js';
import { bodyOf, expectShown, fieldsIn, type Subject, writes } from './subject.js';

/**
 * A later GET returns any value that the fields of a subject may have. A field that does not store
 * a plain value has a requirement of its own and is left out.
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
          if (sound.length === 0) inconclusive('no plain value of these fields is stored');
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
            // An object made unreadable by a value would hide all later results.
            await putPlainBack(context, subject, sound);
          }
          expect.status(answer, 200);
          // A value that is accepted but makes the object unreadable counts as not stored.
          expect.each(sound, 'no field was sent', ({ field }) =>
            expectShown(context, field, after, given[field.name]),
          );
        });
      },
    }),
  ];
}

/** Restores the plain values; the response is ignored. */
async function putPlainBack(
  context: CheckContext,
  subject: Subject,
  sound: readonly FieldChange[],
): Promise<void> {
  const json = bodyOf(sound.map(({ field, sent }) => [field.name, sent] as const));
  const path = await subject.path(context);
  await context.write.send(context.api.as(subject.role), 'PATCH', path, { json });
}
