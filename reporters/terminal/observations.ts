import type { Version } from '../../specification/versions.js';
import { chaptersOf, type Row } from './grid.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** Lines that one observed value may take. */
const VALUE_LINES = 6;

/**
 * What the instance does where there is something to record, versions that do the same together.
 * Only a verbose report has it.
 */
export function observationLines(sheet: Sheet): string[] {
  if (!sheet.verbose) return [];
  const lines = chaptersOf(sheet.report)
    .flatMap(({ rows }) => rows)
    .flatMap((row) => rowLines(sheet, row));
  return lines.length === 0 ? [] : [...ruled(sheet, 'observations'), '', ...lines];
}

function rowLines({ width, paint }: Sheet, { requirement, results }: Row): string[] {
  const values = new Map<string, Version[]>();
  for (const { version, observed } of results.values()) {
    if (observed === undefined) continue;
    const value = JSON.stringify(observed) ?? String(observed);
    values.set(value, [...(values.get(value) ?? []), version]);
  }
  if (values.size === 0) return [];
  return [
    ...hang('', requirement.id, width).map(paint.strong),
    ...[...values].flatMap(([value, versions]) =>
      hang(`  in ${versions.join(' ')}: `, value, width, VALUE_LINES),
    ),
  ];
}
