import { kindOf, shown } from '../../../harness/expect.js';
import { at, type Seen } from '../../../harness/place.js';
import type { Mismatch } from '../../../harness/violation.js';
import { type SchemaViolation, schemaViolations } from '../../../schemas/validate.js';
import type { Form, ResourceName } from '../../../specification/resource.js';
import { type Aspect, type Table, tableNamed } from '../../../specification/tables.js';
import { type DocumentedObject, objectsWithin } from '../../../specification/tables-within.js';
import type { Version } from '../../../specification/versions.js';

/** Fields whose type is a convention for all resources (docs/api.md, "Conventions"). */
export const CONVENTIONAL = [
  'id',
  'url',
  'web_url',
  'mbox',
  'comments',
  'list_archive_url',
  'date',
] as const;

/** The name of a field whose type is a convention. */
export type ConventionalField = (typeof CONVENTIONAL)[number];

/** Where objects are read: a path of the endpoint table, and the form that they have there. */
export interface Origin {
  /** `covers/`, `covers/{id}/`. */
  path: string;
  resource: ResourceName;
  form: Form;
}

/** A violation of the published schema of a version, with its table and field. */
export interface FormViolation extends Mismatch {
  table: string;
  field: string;
  aspect: Aspect;
}

/** A documented object that a version returned, alone or embedded in an item of a list or a detail. */
export interface ReturnedObject extends Seen<Readonly<Record<string, unknown>>> {
  table: Table;
  path: string;
  /** The id of that item or detail. */
  itemId: unknown;
  /** The violations in its own fields; those of objects embedded in it are theirs. */
  violations: readonly FormViolation[];
}

/**
 * A listed patch. docs/api.md does not give its form: it must not have fields of
 * the embedded form before their version, and the fields that have one type in every resource have it.
 */
export const LISTED_PATCH: Table = { ...tableNamed('patch.embedded'), name: 'patch.listed' };

/** An item of a list or a detail as the documented objects in it (docs/api.md, "Resources and their fields"). */
export function returnedObjects(version: Version, origin: Origin, item: Seen): ReturnedObject[] {
  const { resource, form, path } = origin;
  const isListedPatch = path === 'patches/';
  const whole = isListedPatch ? LISTED_PATCH : tableNamed(`${resource}.${form}`);
  const within = objectsWithin(resource, form, item.value);
  // What is no object has no fields, but is one that violates its form.
  const objects = within.length > 0 ? within : [{ table: whole, value: {}, pointer: '' }];
  const own = new Map(objects.map((object): [DocumentedObject, FormViolation[]] => [object, []]));
  for (const violation of schemaViolations(version, resource, form, item.value)) {
    if (isListedPatch && !appliesToListed(violation)) continue;
    const holder = holderOf(violation.pointer, objects);
    const table = holder.pointer === '' ? whole.name : violation.table;
    own.get(holder)?.push(formViolation(origin, { ...violation, table }, item));
  }
  return [...own].map(([{ table, value, pointer }, violations]) => ({
    table: pointer === '' ? whole : table,
    path,
    value,
    at: below(item, pointer),
    itemId: at(item, 'id').value,
    violations,
  }));
}

/** The message of a schema violation. */
export function violationInWords(
  resource: ResourceName,
  form: Form,
  { table, field, expected, received }: SchemaViolation,
): string {
  const name = form === 'list' ? `an item of the list of ${resource} objects` : `the ${resource}`;
  const words = tableInWords(table);
  const article = /^[aeiou]/.test(words) ? 'an' : 'a';
  const what = field === '' ? name : `\`${field}\` of ${article} ${words}`;
  return `${what}: expected ${expected}, ${got(received)}`;
}

/** A table name in words, without an article: "listed cover". */
export function tableInWords(table: string): string {
  const [resource = '', form = '', category] = table.split('.');
  if (category !== undefined) return `payload of ${category}`;
  if (form === 'list' || form === 'listed') return `listed ${resource}`;
  if (form === 'detail') return `${resource} (detail)`;
  if (form === 'embedded') return `embedded ${resource}`;
  return `${form} of a ${resource}`;
}

/** The innermost object in which a place is; the outermost one is everywhere. */
function holderOf(place: string, objects: readonly DocumentedObject[]): DocumentedObject {
  let holder = objects[0];
  // Outer objects come before those in them.
  for (const object of objects) if (place.startsWith(`${object.pointer}/`)) holder = object;
  if (holder === undefined) throw new RangeError(`${place} is in no object`);
  return holder;
}

function appliesToListed({ aspect, field, received }: SchemaViolation): boolean {
  if (aspect === 'premature') return true;
  return aspect === 'type' && received !== null && CONVENTIONAL.some((name) => name === field);
}

function formViolation(
  { resource, form }: Origin,
  violation: SchemaViolation,
  item: Seen,
): FormViolation {
  const { table, field, aspect, pointer, expected, received } = violation;
  const message = violationInWords(resource, form, violation);
  const kind = aspect;
  return { table, field, aspect, kind, message, expected, received, ...below(item, pointer) };
}

function below({ at: { exchange, pointer } }: Seen, inside: string): Seen['at'] {
  return { exchange, pointer: pointer + inside };
}

/** A plain value is named; of a larger one only the kind, because the report shows the value. */
function got(received: unknown): string {
  if (received === undefined) return 'it is missing';
  const isPlain = typeof received !== 'object' || received === null;
  return `got ${isPlain ? shown(received, 80) : kindOf(received)}`;
}
