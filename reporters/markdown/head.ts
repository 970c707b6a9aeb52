import type { Report } from '../../harness/report.js';
import { isVacuous, NO_MATRIX } from '../view/caveats.js';
import { headFacts, headWarnings } from '../view/head.js';
import { capitalised } from '../view/quantities.js';
import { sharedCause } from '../view/shared-cause.js';
import { summaryOf } from '../view/summary.js';
import { versionRange } from '../view/version-range.js';
import { code, text } from './escape.js';
import { TONES } from './marks.js';
import { matrix, totals } from './tables.js';

/** Values that could not be restored, named before anything else. */
const MOST_NAMED = 5;

/** The verdict with its scope, what was tested, the totals, and the matrix unless it would show nothing. */
export function head(report: Report): string {
  const { name, tone, scope, checked, reasons } = summaryOf(report);
  const { tool, startedAt } = report;
  const versions = versionRange(report.target.versionsExamined);
  const facts = [...reasons, checked, versions].map((each) => text(each)).join(' · ');
  const [[, instance] = ['', ''], ...more] = headFacts(report);
  const lost = report.writes?.notRestored ?? [];
  const named = lost.slice(0, MOST_NAMED).map(({ url, field }) => code(`${field} of ${url}`));
  const parts = [
    `## ${TONES[tone]} ${capitalised(name)} (${scope}): ${facts}`,
    [
      code(instance),
      ...more.map(([label, value]) => text(`${label} ${value}`)),
      `${text(tool.name)} ${text(tool.version)}, ${text(startedAt)}`,
    ].join(' · '),
    ...headWarnings(report).map((warning) => `> ⚠️ ${text(warning)}`),
    ...(lost.length > 0
      ? [`> not restored: ${named.join(', ')}${lost.length > MOST_NAMED ? ', …' : ''}`]
      : []),
    ...[sharedCause(report) ?? []].flat().map((said) => `> ${text(said)}`),
    totals(report),
    isVacuous(report) ? NO_MATRIX : matrix(report),
  ];
  return parts.join('\n\n');
}
