import type { Report } from '../../harness/report.js';
import { extensionsOf, NO_PART } from '../extensions.js';
import { sharedCause } from '../shared-cause.js';
import { credentialProblems, summaryOf } from '../summary.js';
import { offer } from '../terminal/header.js';
import { isAllHollow, warningsForMatrix } from '../terminal/hollow.js';
import { several, size, span } from '../terminal/quantities.js';
import { versionRange } from '../version-range.js';
import { code, text } from './escape.js';
import { figures, matrix } from './tables.js';

const TONES = { good: '✅', bad: '❌', open: '⚠️' };

/** Values that could not be put back, and are named before anything else. */
const MOST_NAMED = 5;

/** The verdict, the figures, what was examined, and the matrix, unless it would be hollow. */
export function head(report: Report): string {
  const { name, tone, scope } = summaryOf(report);
  const parts = [
    `## ${TONES[tone]} ${name.charAt(0).toUpperCase()}${name.slice(1)} (${scope}): ${statement(report)}`,
    examined(report),
    ...extensionsOf(report).map(
      ({ suite, says, tone }) => `> ${TONES[tone]} the suite ${code(suite)}: ${says}. ${NO_PART}`,
    ),
    ...warnings(report).map((warning) => `> ⚠️ ${warning}`),
    ...[sharedCause(report) ?? []].flat().map((said) => `> ${text(said)}`),
    figures(report),
    ...(isAllHollow(report) ? [] : [matrix(report)]),
  ];
  return parts.join('\n\n');
}

function statement(report: Report): string {
  const { checked, reasons } = summaryOf(report);
  const versions = versionRange(report.target.versionsExamined);
  return [...reasons, checked, versions].map((each) => text(each)).join(' · ');
}

function examined(report: Report): string {
  const { target, traffic, durationMs, tool, startedAt, seed } = report;
  const cost = `${several(traffic.requests, 'request')}, ${size(traffic.bytes)}, ${span(durationMs)}`;
  return [
    code(target.baseUrl),
    `versions ${offer(report)}`,
    cost,
    `${text(tool.name)} ${text(tool.version)}, seed ${seed}, ${text(startedAt)}`,
  ].join(' · ');
}

/** What makes the rest worth less, and what the run has left on the instance. */
function warnings(report: Report): string[] {
  const lost = report.writes?.notRestored ?? [];
  const named = lost.slice(0, MOST_NAMED).map(({ url, field }) => code(`${field} of ${url}`));
  const more = lost.length > MOST_NAMED ? ', …' : '';
  return [
    ...credentialProblems(report).map((each) => text(each)),
    ...(report.interrupted ? ['Interrupted: this was judged before the end.'] : []),
    ...warningsForMatrix(report),
    ...(lost.length > 0
      ? [`**${several(lost.length, 'value')} not put back**: ${named.join(', ')}${more}`]
      : []),
  ];
}
