import type { Form, ResourceName } from './resource.js';
import { ALL_TABLES, type Table, type TableField, tableNamed } from './tables.js';

/** The table itself, and every table whose objects can stand inside its own, however deep. */
export function tablesWithin(name: string): Table[] {
  const found = new Map<string, Table>();
  const visit = (table: Table): void => {
    if (found.has(table.name)) return;
    found.set(table.name, table);
    for (const field of table.fields) tablesOfField(table, field).forEach(visit);
  };
  visit(tableNamed(name));
  return [...found.values()];
}

/** The tables of the objects that a field can hold, itself or in an array; none for plain values. */
export function tablesOfField({ resource }: Table, { name, type }: TableField): Table[] {
  if (typeof type !== 'object') return [];
  if ('one' in type) return [tableNamed(`${type.one}.embedded`)];
  if ('many' in type) return [tableNamed(`${type.many}.embedded`)];
  if ('part' in type) return [tableNamed(`${resource}.${type.part}`)];
  return ALL_TABLES.filter((table) => table.name.startsWith(`${resource}.${name}.`));
}

/** The table of the objects in a field of this object; none for the payload of an unknown category (B-7). */
export function tableInField(
  table: Table,
  field: TableField,
  holder: Readonly<Record<string, unknown>>,
): Table | undefined {
  const tables = tablesOfField(table, field);
  const { type } = field;
  if (typeof type !== 'object' || !('partsBy' in type)) return tables[0];
  const part = `${table.resource}.${field.name}.${String(holder[type.partsBy])}`;
  return tables.find(({ name }) => name === part);
}

/** An object that docs/api.md gives fields for, met inside a value. */
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

/**
 * A value with only the members that docs/api.md gives fields for, at every depth: others may have any value (B-39).
 * The whole value where it does not give the form, as that of a listed patch.
 */
export function documentedPart(resource: ResourceName, form: Form, value: unknown): unknown {
  return partIn(
    ALL_TABLES.find(({ name }) => name === `${resource}.${form}`),
    value,
  );
}

function partIn(table: Table | undefined, value: unknown): unknown {
  if (table === undefined) return value;
  if (Array.isArray(value)) return value.map((each) => partIn(table, each));
  if (!isJsonObject(value)) return value;
  const own = table.fields.filter(({ name }) => Object.hasOwn(value, name));
  return Object.fromEntries(
    own.map((field) => [field.name, partIn(tableInField(table, field, value), value[field.name])]),
  );
}

/** Whether a JSON value is an object, and neither an array nor null. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
