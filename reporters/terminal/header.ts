import type { Report } from '../../harness/report.js';
import { credentialProblems, scopeInWords } from '../summary.js';
import { versionsOf } from '../version-range.js';
import { warningsForMatrix } from './hollow.js';
import { several, size, span } from './quantities.js';
import type { Sheet } from './sheet.js';
import { cut, hang } from './text.js';

/**
 * What was examined, with what, and what it cost. A run that was interrupted or judged hardly
 * anything, and one of an unsteady instance, says so here already.
 */
export function headerLines(sheet: Sheet): string[] {
  const { report, width, paint } = sheet;
  const { tool, target, traffic } = report;
  const facts: [string, string][] = [
    ['instance', target.baseUrl],
    ['versions', offer(report)],
    ['scope', `${scopeInWords(report)}, seed ${report.seed}`],
    [
      'traffic',
      `${several(traffic.requests, 'request')}, ${size(traffic.bytes)}, ${span(report.durationMs)}`,
    ],
    ...against(report),
  ];
  const warnings = [
    ...credentialProblems(report),
    ...(report.interrupted ? ['Interrupted: what follows was judged before the end.'] : []),
    ...warningsForMatrix(report),
  ];
  return [
    paint.strong(cut(`${tool.name} ${tool.version}`, width)),
    ...facts.flatMap(([name, value]) => hang(`  ${name.padEnd(8)}  `, value, width)),
    ...warnings.flatMap((text) => [
      '',
      ...hang('! ', text, width).map((line) => paint.verdict.warn(line)),
    ]),
  ];
}

/** Which versions are offered, which are not, and which were passed over. */
export function offer(report: Report): string {
  const { target } = report;
  const missing = versionsOf(report).filter((version) => !target.versionsOffered.includes(version));
  const passedOver = target.versionsOffered.filter(
    (version) => !target.versionsExamined.includes(version),
  );
  return [
    `${target.versionsOffered.join(' ') || 'none'} offered`,
    ...(missing.length > 0 ? [`${missing.join(' ')} not offered`] : []),
    ...(passedOver.length > 0 ? [`${passedOver.join(' ')} not examined`] : []),
  ].join(', ');
}

/** The baseline, and what of it this run did not ask for. */
function against({ baseline, results }: Report): [string, string][] {
  if (baseline === undefined) return [];
  const expected = results.filter((result) => result.expected !== undefined).length;
  const asides = (baseline.notHeld ?? []).map(
    (aside) => `${several(aside.results, 'result')} of it not judged, ${aside.why}`,
  );
  const parts = [baseline.file, `${several(expected, 'result')} as it expects`, ...asides];
  return [['baseline', parts.join('; ')]];
}
