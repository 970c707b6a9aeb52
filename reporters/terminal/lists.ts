import { observationsOf } from '../view/observations.js';
import { several } from '../view/quantities.js';
import { SYMBOLS } from '../view/signs.js';
import { type Unchecked, uncheckedGroups } from '../view/unchecked.js';
import { ruled, type Sheet } from './sheet.js';
import { hang } from './text.js';

/** Reasons shown on a terminal, unless verbose. */
const REASONS = 20;

/** What could not be checked, by reason: a line each, and the ids if verbose. */
export function uncheckedLines(sheet: Sheet): string[] {
  const groups = uncheckedGroups(sheet.report);
  if (groups.length === 0) return [];
  const isWhole = sheet.verbose || !Number.isFinite(sheet.width);
  const shown = isWhole ? groups : groups.slice(0, REASONS);
  const more = groups.length - shown.length;
  return [
    ...ruled(sheet, 'not checked'),
    '',
    ...shown.flatMap((group) => groupLines(sheet, group)),
    ...(more > 0 ? [sheet.paint.faint(`  and ${several(more, 'reason')} more`)] : []),
  ];
}

function groupLines({ width, verbose, paint }: Sheet, group: Unchecked): string[] {
  const { verdict, reason, requirements, where } = group;
  const text = `${several(requirements.size, 'requirement')}${where} ${verdict}: ${reason}`;
  return [
    ...hang(`${SYMBOLS[verdict]} `, text, width, verbose ? undefined : 3).map(
      paint.verdict[verdict],
    ),
    ...(verbose ? hang('    ', [...requirements].join(', '), width).map(paint.faint) : []),
  ];
}

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
