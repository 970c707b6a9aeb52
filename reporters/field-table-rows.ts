import type { SeenField } from '../harness/report.js';
import type { Version } from '../specification/versions.js';

/** One field of one form of a resource: a line of the table. */
export interface Row {
  resource: string;
  form: SeenField['form'];
  field: string;
  cells: ReadonlyMap<Version, SeenField>;
}

/** The rows of the fields, in the order in which they come. */
export function rowsOf(fields: readonly SeenField[]): Row[] {
  const rows = new Map<string, Row & { cells: Map<Version, SeenField> }>();
  for (const each of fields) {
    const { resource, form, field, version } = each;
    const key = JSON.stringify([resource, form, field]);
    const row = rows.get(key) ?? { resource, form, field, cells: new Map() };
    row.cells.set(version, each);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** The rows by what a key makes of each, in the order in which the keys come. */
export function grouped(
  rows: readonly Row[],
  key: 'resource' | 'form',
): [key: string, rows: Row[]][] {
  const names = [...new Set(rows.map((row) => row[key]))];
  return names.map((name) => [name, rows.filter((row) => row[key] === name)]);
}

/** Whether anything was met in any version that could have these fields. */
export function isMet(rows: readonly Row[]): boolean {
  return rows.some(({ cells }) => [...cells.values()].some(({ seen }) => seen !== 'unknown'));
}

/**
 * How a field departs in a version: `missing` is declared and not there in all that was met,
 * `premature` is there and declared for another version only (docs/verdicts.md B-6), an `addition` is
 * there and declared for none (B-39), which nobody forbids.
 */
export type Departure = 'missing' | 'premature' | 'addition';

/** The departure of a field in a version, if it departs. */
export function departureOf({ cells }: Row, version: Version): Departure | undefined {
  const own = cells.get(version);
  if (own === undefined) return undefined;
  const { declared, optional, seen } = own;
  if (declared) {
    return !optional && (seen === 'sometimes' || seen === 'never') ? 'missing' : undefined;
  }
  if (seen !== 'always' && seen !== 'sometimes') return undefined;
  return [...cells.values()].some((each) => each.declared) ? 'premature' : 'addition';
}
