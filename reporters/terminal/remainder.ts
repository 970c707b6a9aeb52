import { type Unjudged, unjudgedBy } from '../unjudged.js';
import { several } from './quantities.js';
import { ruled, type Sheet, SYMBOLS } from './sheet.js';
import { hang } from './text.js';

/** Reasons shown, and lines of requirements to a reason, unless verbose. */
const REASONS = 20;
const LINES = 2;

/** What was inconclusive and what was skipped, by reason, in one short list. */
export function remainderLines(sheet: Sheet): string[] {
  const groups = [
    ...unjudgedBy(sheet.report, 'inconclusive'),
    ...unjudgedBy(sheet.report, 'skipped'),
  ];
  if (groups.length === 0) return [];
  const shown = sheet.verbose ? groups : groups.slice(0, REASONS);
  const more = groups.length - shown.length;
  return [
    ...ruled(sheet, 'inconclusive and skipped'),
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
  const text = `${group.verdict}, ${group.reason}: ${size}`;
  return [
    ...hang(`${SYMBOLS[group.verdict]} `, text, width, verbose ? undefined : 3).map(
      paint.verdict[group.verdict],
    ),
    ...hang('    ', [...group.requirements].join(', '), width, verbose ? undefined : LINES).map(
      paint.faint,
    ),
  ];
}
