import { isJsonObject } from '../specification/objects-within.js';
import type { Table, TableField } from '../specification/tables.js';
import { tableInField } from '../specification/tables-within.js';

/** The field that a JSON pointer leads to, or into. */
export interface FieldPlace {
  table: Table;
  /** None for the validated value itself. */
  field?: TableField;
  /** Whether it is an item of the array that the field holds. */
  isItem: boolean;
  received: unknown;
}

/**
 * Follows a JSON pointer through the tables. Ajv's `schemaPath` cannot tell the table: it begins anew
 * at each `$ref`.
 */
export function placeOf(table: Table, path: readonly string[], value: unknown): FieldPlace {
  const [name, ...below] = path;
  if (name === undefined) return { table, isItem: false, received: value };
  const field = table.fields.find((each) => each.name === name);
  if (field === undefined) throw new Error(`the schema has a field \`${name}\` of ${table.name}`);
  const holder = isJsonObject(value) ? value : {};
  const isList = typeof field.type === 'object' && 'many' in field.type;
  const [held, inside] = isList
    ? [at(holder, path.slice(0, 2)), below.slice(1)]
    : [at(holder, [name]), below];
  const embedded = tableInField(table, field, holder);
  if (embedded !== undefined && inside.length > 0) return placeOf(embedded, inside, held);
  return { table, field, isItem: isList && below.length > 0, received: at(holder, path) };
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((holder, part) => {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
      ? Reflect.get(holder, key)
      : undefined;
  }, value);
}
