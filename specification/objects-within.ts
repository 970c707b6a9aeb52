import type { Form, ResourceName } from './resource.js';
import { type Table, tableNamed } from './tables.js';
import { tableInField } from './tables-within.js';

/** An object that SPEC.md gives fields for, met inside a value. */
export interface DocumentedObject {
  readonly table: Table;
  /** Where it is, as a JSON pointer from the value. */
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The value itself and every documented object embedded in it, outermost first. What is no object
 * where one belongs is passed over: it is a violation of the schema.
 */
export function objectsWithin(
  resource: ResourceName,
  form: Form,
  value: unknown,
): DocumentedObject[] {
  return within(tableNamed(`${resource}.${form}`), '', value);
}

function within(table: Table, pointer: string, value: unknown): DocumentedObject[] {
  if (!isJsonObject(value)) return [];
  const inside = table.fields.flatMap((field) => {
    const embedded = Object.hasOwn(value, field.name)
      ? tableInField(table, field, value)
      : undefined;
    if (embedded === undefined) return [];
    const at = `${pointer}/${field.name}`;
    const held = value[field.name];
    const isList = typeof field.type === 'object' && 'many' in field.type;
    if (!isList) return within(embedded, at, held);
    const items: unknown[] = Array.isArray(held) ? held : [];
    return items.flatMap((item, index) => within(embedded, `${at}/${index}`, item));
  });
  return [{ table, pointer, value }, ...inside];
}

/** Whether a JSON value is an object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
