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

/** One object, its embedded objects, and the schema violations in them. */
export interface ObjectSamples {
  collected: Sampled[];
  mismatches: FormMismatch[];
  /** Set if the object is of another version than requested: its fields are not checked. */
  strange?: Mismatch;
}

/**
 * Checks the form of one list item or one detail (SPEC.md, "Resources and their fields"). Used for
 * samples and for the exhaustive scan.
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
  if (strange !== undefined) return { collected: [], mismatches: [], strange };
  return {
    collected: objectsWithin(resource, form, seen.value).map(({ table, value, pointer }) => ({
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

/** The message of a schema violation. */
export function violationInWords(
  resource: ResourceName,
  form: Form,
  { table, field, expected, received }: SchemaViolation,
): string {
  const what =
    field === '' ? nameOf(resource, form) : `\`${field}\` of ${withArticle(tableInWords(table))}`;
  return `${what}: expected ${expected}, ${got(received)}`;
}

/** A plain value is named; of a larger one only the kind, because the report shows the value. */
function got(received: unknown): string {
  if (received === undefined) return 'it is missing';
  const isPlain = typeof received !== 'object' || received === null;
  return `got ${isPlain ? shown(received, 80) : kindOf(received)}`;
}

function below(seen: Seen, pointer: string): Seen['at'] {
  return { exchange: seen.at.exchange, pointer: seen.at.pointer + pointer };
}

function nameOf(resource: ResourceName, form: Form): string {
  return form === 'list' ? `an item of the list of ${resource} objects` : `the ${resource}`;
}

function withArticle(words: string): string {
  return `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;
}
