import { presenceOf, tableNamed } from '../../../specification/tables.js';
import { tablesOfField } from '../../../specification/tables-within.js';
import { VERSIONS, type Version } from '../../../specification/versions.js';
import { sourcesOf } from './sources.js';

const SHOWN = new Map(VERSIONS.map((version) => [version, shownBySources(version)]));

/** The names of the tables whose objects a run can see in a version, alone or embedded. */
export function tablesShown(version: Version): ReadonlySet<string> {
  return SHOWN.get(version) ?? new Set();
}

/** Whether a run can see objects of a table in any version. */
export function isShown(table: string): boolean {
  return VERSIONS.some((version) => tablesShown(version).has(table));
}

function shownBySources(version: Version): Set<string> {
  const shown = new Set<string>();
  const visit = (name: string): void => {
    if (shown.has(name)) return;
    shown.add(name);
    const table = tableNamed(name);
    for (const field of table.fields) {
      // A field before its version is a violation by itself, whatever its value.
      if (presenceOf(field, version) === 'absent') continue;
      for (const inside of tablesOfField(table, field)) visit(inside.name);
    }
  };
  for (const { resource, form } of sourcesOf(version)) visit(`${resource}.${form}`);
  return shown;
}
