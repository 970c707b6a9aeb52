import { VERSIONS } from '../../harness/version.js';
import { hollowness } from './hollow.js';
import { several, size, span } from './quantities.js';
import type { Sheet } from './sheet.js';
import { cut, hang } from './text.js';

/**
 * What was examined, with what, and what it cost. A run that was interrupted, or that judged
 * hardly anything, says so here already.
 */
export function headerLines(sheet: Sheet): string[] {
  const { report, width, paint } = sheet;
  const { tool, target, traffic } = report;
  const facts: [string, string][] = [
    ['instance', target.baseUrl],
    ['versions', offer(sheet)],
    [
      'traffic',
      `${several(traffic.requests, 'request')}, ${size(traffic.bytes)}, ${span(report.durationMs)}`,
    ],
  ];
  const warnings = [
    ...(report.interrupted ? ['Interrupted: what follows was judged before the end.'] : []),
    ...hollowness(report),
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

function offer({ report: { target } }: Sheet): string {
  const missing = VERSIONS.filter((version) => !target.versionsOffered.includes(version));
  const passedOver = target.versionsOffered.filter(
    (version) => !target.versionsExamined.includes(version),
  );
  return [
    `${target.versionsOffered.join(' ') || 'none'} offered`,
    ...(missing.length > 0 ? [`${missing.join(' ')} not offered`] : []),
    ...(passedOver.length > 0 ? [`${passedOver.join(' ')} not examined`] : []),
  ].join(', ');
}
