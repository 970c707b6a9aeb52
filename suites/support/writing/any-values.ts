import { seen } from '../../../harness/place.js';
import { tryValues } from '../../../harness/property.js';
import type { Requirement } from '../../../harness/requirement.js';
import { inconclusive } from '../../../harness/violation.js';
import type { Updatable } from './rows.js';
import { bodyOf, expectShown, otherValues, type SubjectField, writes } from './subject.js';
import { plainValues } from './values.js';

/** The random values of an object: each version has others. */
const VALUES = 2;

/**
 * A later GET returns any plain value that the fields of a subject may have, sent together; other texts have a
 * requirement of their own. A field that does not store the values of its changes has one as well, and is left out.
 */
export function keepsAny(subject: Updatable): Requirement {
  const { what, id } = subject;
  return writes(subject, {
    id: `${id}.any`,
    says: `The writable fields of a ${what} can have any plain values, sent together: a later GET returns them`,
    consequence: `What a user enters for a ${what}, such as a name with a digit or a URL with a query, comes back changed.`,
    async check(context) {
      const { api, expect, queries, write } = context;
      const table = await subject.table(context);
      const kept = table.kept.filter(isDrawn);
      if (kept.length === 0) {
        inconclusive('no plain value of these fields is stored', 'failed-write', {
          requirement: id,
        });
      }
      const owner = api.as(subject.role);
      const path = await subject.path(context);
      const plain = otherValues(context, kept, await owner.object(path));
      const isReturned = async (given: Record<string, unknown>) => {
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
      };
      const values = plainValues(kept, { unlike: write.name(), mark: write.marker });
      await tryValues(values, isReturned, {
        runs: VALUES,
        seed: queries.seed,
        id: `${id}.any ${api.version}`,
      });
    },
  });
}

/** Whether a field has random values; a bundle is not published with them. */
function isDrawn({ name, value }: SubjectField): boolean {
  return value.kind !== 'patch-ids' && name !== 'public';
}
