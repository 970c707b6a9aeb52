import { type Unjudged, unjudgedBy } from '../unjudged.js';
import { several } from './quantities.js';
import { ruled, type Sheet, SYMBOLS } from './sheet.js';
import { hang } from './text.js';

/** Reasons shown on a terminal, unless verbose. */
const REASONS = 20;

/** What could not be checked, by reason: a line each, and the ids if verbose. */
export function remainderLines(sheet: Sheet): string[] {
  const groups = [
    ...unjudgedBy(sheet.report, 'inconclusive'),
    ...unjudgedBy(sheet.report, 'skipped'),
  ];
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

function groupLines({ report, width, verbose, paint }: Sheet, group: Unjudged): string[] {
  const examined = report.target.versionsExamined;
  const partial = examined.some((version) => !group.versions.has(version));
  const versions = examined.filter((version) => group.versions.has(version)).join(' ');
  const size = `${several(group.requirements.size, 'requirement')}${partial ? ` in ${versions}` : ''}`;
  const text = `${size} ${group.verdict}: ${group.reason}`;
  return [
    ...hang(`${SYMBOLS[group.verdict]} `, text, width, verbose ? undefined : 3).map(
      paint.verdict[group.verdict],
    ),
    ...(verbose ? hang('    ', [...group.requirements].join(', '), width).map(paint.faint) : []),
  ];
}
