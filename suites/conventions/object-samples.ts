import { kindOf, shown } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import { type SchemaViolation, schemaViolations } from '../../schemas/validate.js';
import { objectsWithin } from '../../specification/objects-within.js';
import type { Form, ResourceName } from '../../specification/resource.js';
import type { Version } from '../../specification/versions.js';
import { ofAnotherVersion } from './other-version.js';
import type { FormMismatch, Sampled } from './samples.js';
import type { Source } from './sources.js';
import { tableInWords } from './table-in-words.js';

/** What one object shows: itself, what is embedded in it, and how all of that departs. */
export interface ObjectSamples {
  met: Sampled[];
  mismatches: FormMismatch[];
  /** Set if the object is of another version than the one asked for: its fields are not judged. */
  strange?: Mismatch;
}

/**
 * Judges the form of one element of a list, or of one detail, by itself (SPEC.md, "Resources and
 * their fields"). The samples and the walk over whole lists judge by this alone.
 */
export function sampledIn(
  version: Version,
  source: Pick<Source, 'resource' | 'form' | 'path'>,
  seen: Seen,
): ObjectSamples {
  const { resource, form } = source;
  const found = schemaViolations(version, resource, form, seen.value);
  // An object without a violation is of this version.
  const strange = found.length === 0 ? undefined : ofAnotherVersion(version, source, seen);
  if (strange !== undefined) return { met: [], mismatches: [], strange };
  return {
    met: objectsWithin(resource, form, seen.value).map(({ table, value, pointer }) => ({
      table,
      value,
      at: below(seen, pointer),
    })),
    mismatches: found.map((violation) => {
      const { table, field, aspect, pointer, expected, received } = violation;
      const place = below(seen, pointer);
      return {
        table,
        field,
        aspect,
        message: violationInWords(resource, form, violation),
        pointer: place.pointer,
        expected,
        received,
        exchange: place.exchange,
      };
    }),
  };
}

/** The message of a schema violation in one form of a resource. */
export function violationInWords(
  resource: ResourceName,
  form: Form,
  { table, field, expected, received }: SchemaViolation,
): string {
  const what =
    field === '' ? nameOf(resource, form) : `\`${field}\` of ${withArticle(tableInWords(table))}`;
  return `${what}: expected ${expected}, ${got(received)}`;
}

/** A plain value is named, of anything larger only the kind: the report shows it beside. */
function got(received: unknown): string {
  if (received === undefined) return 'it is missing';
  const isPlain = typeof received !== 'object' || received === null;
  return `got ${isPlain ? shown(received, 80) : kindOf(received)}`;
}

function below(seen: Seen, pointer: string): Seen['at'] {
  return { exchange: seen.at.exchange, pointer: seen.at.pointer + pointer };
}

function nameOf(resource: ResourceName, form: Form): string {
  return form === 'list' ? `an element of the list of ${resource}` : `the ${resource}`;
}

function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}
