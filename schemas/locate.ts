import { type TableField, tableNamed } from './tables.js';

/** Where a pointer leads: a field, and the innermost table that it belongs to. */
export interface Place {
  readonly table: string;
  readonly field: TableField;
  /** What should stand there, if the pointer leads to one item of the field's array. */
  readonly item?: string;
}

/**
 * Follows a JSON pointer from a value of the given table through what is embedded in it. The path
 * of the value is followed, not that of the schema: how a validator words the latter depends on
 * what it inlines. Throws a RangeError if SPEC.md lists no such field.
 */
export function locate(table: string, pointer: string, value: unknown): Place {
  return follow(table, pointer.split('/').slice(1), value);
}

function follow(table: string, path: readonly string[], value: unknown): Place {
  const [name = '', ...rest] = path;
  const { resource, fields } = tableNamed(table);
  const field = fields.find((each) => each.name === name);
  if (field === undefined) throw new RangeError(`${table} has no field ${name}`);
  const { type } = field;
  if (rest.length === 0 || typeof type !== 'object') return { table, field };
  const inside = member(value, name);
  if ('one' in type) return follow(`${type.one}.embedded`, rest, inside);
  if ('part' in type) return follow(`${resource}.${type.part}`, rest, inside);
  if ('partsBy' in type) {
    const part = `${name}.${String(member(value, type.partsBy))}`;
    return follow(`${resource}.${part}`, rest, inside);
  }
  const [index = '', ...below] = rest;
  if (below.length === 0) return { table, field, item: `an embedded ${type.many} object` };
  return follow(`${type.many}.embedded`, below, member(inside, index));
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
