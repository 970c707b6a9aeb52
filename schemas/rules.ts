import type { Version } from '../harness/version.js';
import type { OtherRendering, ResourceName } from './declaration.js';
import {
  ALL_TABLES,
  otherRenderingOf,
  type Presence,
  presenceOf,
  type Table,
  type TableField,
  tableNamed,
} from './tables.js';

/** What a version makes of one field. */
export interface FieldRule {
  readonly field: TableField;
  readonly presence: Presence;
  /** The second rendering that the version still lets through (B-16, B-17). */
  readonly also: OtherRendering | undefined;
}

/** What a version makes of a table. */
export interface TableRules {
  readonly table: Table;
  readonly version: Version;
  readonly fields: readonly FieldRule[];
  /** Those of the fields that have to be there. */
  readonly required: readonly FieldRule[];
}

const RULES = new Map<string, TableRules>();

/**
 * The rules of a version for the table of that name; settled once, since a run judges thousands of
 * values by them. Throws a RangeError if there is no such table.
 */
export function rulesOf(version: Version, table: string): TableRules {
  const key = `${version} ${table}`;
  const known = RULES.get(key);
  if (known !== undefined) return known;
  const rules = settled(version, tableNamed(table));
  RULES.set(key, rules);
  return rules;
}

function settled(version: Version, table: Table): TableRules {
  const fields = table.fields.map((field) => ({
    field,
    presence: presenceOf(field, version),
    also: otherRenderingOf(field, version),
  }));
  const required = fields.filter(({ presence }) => presence === 'required');
  return { table, version, fields, required };
}

const TABLE_NAMES: ReadonlySet<string> = new Set(ALL_TABLES.map(({ name }) => name));

/** The table of a part that another field names (`event.payload.patch-created`), if there is one. */
export function partNamed(
  resource: ResourceName,
  field: string,
  part: unknown,
): string | undefined {
  const name = `${resource}.${field}.${String(part)}`;
  return typeof part === 'string' && TABLE_NAMES.has(name) ? name : undefined;
}
