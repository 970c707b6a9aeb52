import { seen } from '../../../harness/place.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import { tableOf } from './rows.js';
import {
  bodyOf,
  expectShown,
  otherValues,
  type Subject,
  type SubjectField,
  writes,
} from './subject.js';

/**
 * A later GET returns any value that the fields of a subject may have; none for a subject with flags
 * only. A field that does not store a plain value has a requirement of its own and is left out.
 */
export function keepsAny(subject: Subject): Requirement[] {
  const { what, id, fields } = subject;
  if (fields.every(({ value }) => value.kind === 'flag')) return [];
  return [
    writes(subject, {
      id: `${id}.any`,
      says: `The writable fields of a ${what} can have any values, sent together: a later GET returns them`,
      consequence: 'A non-Latin name is lost or garbled, or a link leads to another URL.',
      async check(context) {
        const { api, expect, write } = context;
        const table = await tableOf(context, subject);
        const kept = table.kept.filter(isDrawn);
        if (kept.length === 0)
          inconclusive('no plain value of these fields is stored', 'failed-write');
        const owner = api.as(subject.role);
        const path = await subject.path(context);
        const plain = otherValues(context, kept, await owner.object(path));
        const { valuesOf } = await import('./values.js');
        await write.property(valuesOf(kept, write.name()), async (given) => {
          const json = bodyOf(kept.map(({ name }) => [name, given[name]] as const));
          const answer = await write.send(owner, 'PATCH', path, { json });
          const read = await owner.get(path);
          if (answer.status >= 300 || read.status !== 200) {
            // An object made unreadable by a value would hide all later results.
            await write.send(owner, 'PATCH', path, { json: bodyOf(plain) });
          }
          expect.status(answer, ...table.accepted);
          // A value that is accepted but makes the object unreadable counts as not stored.
          expect.each(kept, 'no field was sent', (field) =>
            expectShown(context, field, seen(read), given[field.name]),
          );
        });
      },
    }),
  ];
}

/** Whether a field has random values; a bundle is not published with them. */
function isDrawn({ name, value }: SubjectField): boolean {
  return value.kind !== 'patch-ids' && name !== 'public';
}
