import { ALL_TABLES, type Table, type TableField, tableNamed } from '../../schemas/tables.js';

/** A table, and every table whose objects can stand inside one of its own. */
export function tablesWithin(name: string): Table[] {
  const found = new Map<string, Table>();
  const visit = (each: string): void => {
    if (found.has(each)) return;
    const table = tableNamed(each);
    found.set(each, table);
    for (const field of table.fields) namesOf(table, field).forEach(visit);
  };
  visit(name);
  return [...found.values()];
}

function namesOf({ resource }: Table, { name, type }: TableField): string[] {
  if (typeof type !== 'object') return [];
  if ('one' in type) return [`${type.one}.embedded`];
  if ('many' in type) return [`${type.many}.embedded`];
  if ('part' in type) return [`${resource}.${type.part}`];
  const names = ALL_TABLES.map((table) => table.name);
  return names.filter((each) => each.startsWith(`${resource}.${name}.`));
}
