import type { Form, ResourceName } from './declaration.js';
import { ALL_TABLES, type Table, type TableField, tableNamed } from './tables.js';

/** An object that SPEC.md gives fields for, met inside a value. */
export interface DocumentedObject {
  readonly table: Table;
  /** Where it is, as a JSON pointer from the value. */
  readonly pointer: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The value itself and every documented object embedded in it, outermost first. What is no object
 * where one belongs is passed over: `departures` tells of that.
 */
export function objectsWithin(
  resource: ResourceName,
  form: Form,
  value: unknown,
): DocumentedObject[] {
  return within(tableNamed(`${resource}.${form}`), '', value);
}

function within(table: Table, pointer: string, value: unknown): DocumentedObject[] {
  if (!isObject(value)) return [];
  const inside = table.fields.flatMap((field) =>
    Object.hasOwn(value, field.name)
      ? ofField(table, field, `${pointer}/${field.name}`, value)
      : [],
  );
  return [{ table, pointer, value }, ...inside];
}

function ofField(
  table: Table,
  { name, type }: TableField,
  pointer: string,
  holder: Readonly<Record<string, unknown>>,
): DocumentedObject[] {
  const value = holder[name];
  if (typeof type !== 'object') return [];
  if ('one' in type) return within(tableNamed(`${type.one}.embedded`), pointer, value);
  if ('part' in type) return within(tableNamed(`${table.resource}.${type.part}`), pointer, value);
  if ('many' in type) {
    const embedded = tableNamed(`${type.many}.embedded`);
    const items: unknown[] = Array.isArray(value) ? value : [];
    return items.flatMap((item, index) => within(embedded, `${pointer}/${index}`, item));
  }
  // A part named by another field, which may name none: the payload of an unknown category (B-7).
  const part = `${table.resource}.${name}.${String(holder[type.partsBy])}`;
  const known = ALL_TABLES.find((each) => each.name === part);
  return known === undefined ? [] : within(known, pointer, value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
