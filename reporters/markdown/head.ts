import type { Report, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { conclusionOf, failsUnexpectedly, requirementsWith } from '../conclusion.js';
import { extensionsOf, NO_PART } from '../extensions.js';
import { howManySelected, thoseSelected } from '../selected.js';
import { sharedCause } from '../shared-cause.js';
import { offer } from '../terminal/header.js';
import { isAllHollow, warningsForMatrix } from '../terminal/hollow.js';
import { number, several, size, span } from '../terminal/quantities.js';
import { versionRange } from '../version-range.js';
import { code, text } from './escape.js';
import { figures, matrix } from './tables.js';

const TONES = { good: '✅', bad: '❌', open: '⚠️' };

/** Values that could not be put back, and are named before anything else. */
const MOST_NAMED = 5;

/** The verdict, the figures, what was examined, and the matrix, unless it would be hollow. */
export function head(report: Report): string {
  const { name, tone } = conclusionOf(report);
  const parts = [
    `## ${TONES[tone]} ${name.charAt(0).toUpperCase()}${name.slice(1)}: ${statement(report)}`,
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
  const all = thoseSelected(report);
  const fails = requirementsWith(report, failsUnexpectedly);
  const expected = requirementsWith(report, (result) => result.expected !== undefined);
  const known = expected > 0 ? `, ${number(expected)} more as the baseline expects` : '';
  if (report.interrupted) {
    const judged = requirementsWith(report, is('pass', 'fail', 'warn'));
    return `${number(judged)} of ${all} judged, ${fails === 0 ? 'no fail so far' : `${number(fails)} failed so far`}`;
  }
  if (report.baseline?.outcome === 'as-expected' && expected > 0) {
    return `${number(expected)} of ${all} fail or stay open, and the baseline expects it`;
  }
  if (fails > 0) return `${number(fails)} of ${all} ${fails === 1 ? 'fails' : 'fail'}${known}`;
  if (report.baseline?.outcome === 'unexpected') {
    return `nothing fails that should not, but ${several(report.baseline.problems.length, 'entry of the baseline', 'entries of the baseline')} no longer fit`;
  }
  if (conclusionOf(report).tone === 'open') {
    const open = requirementsWith(report, (result) => isOpen(result) && !result.expected);
    return `${number(open)} of ${all} left open${known}`;
  }
  return `${versionRange(report.target.versionsExamined)}, ${howManySelected(report)}`;
}

function is(...verdicts: Verdict[]): (result: Result) => boolean {
  return ({ verdict }) => verdicts.includes(verdict);
}

const isOpen = is('inconclusive', 'error');

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
    ...(report.interrupted ? ['Interrupted: this was judged before the end.'] : []),
    ...warningsForMatrix(report),
    ...(lost.length > 0
      ? [`**${several(lost.length, 'value')} not put back**: ${named.join(', ')}${more}`]
      : []),
  ];
}
