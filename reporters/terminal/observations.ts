import { observationsOf } from '../view/observations.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** Lines that one observed value may take. */
const VALUE_LINES = 6;

/** What was observed, versions with the same value together. Only a verbose report has it. */
export function observationLines(sheet: Sheet): string[] {
  if (!sheet.verbose) return [];
  const lines = observationsOf(sheet.report).flatMap(({ requirement, values }) => [
    ...hang('', requirement.id, sheet.width).map(sheet.paint.strong),
    ...values.flatMap(({ value, versions }) => {
      const text = JSON.stringify(value) ?? String(value);
      return hang(`  in ${versions.join(' ')}: `, text, sheet.width, VALUE_LINES);
    }),
  ]);
  return lines.length === 0 ? [] : [...ruled(sheet, 'observations'), '', ...lines];
}
