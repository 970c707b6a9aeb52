import type { ReportedRun } from '../../analysis/comparison/side.js';
import { endOf } from '../../harness/outcome.js';
import type { Report } from '../../harness/report.js';
import { urlOf } from '../../harness/target.js';
import { warningsOf } from './caveats.js';
import { credentialProblems, scopeInWords } from './summary.js';
import { capitalised, several, size, span, versionsOf } from './words.js';

/** What was tested, as whom, at what cost, and against which baseline: names and values. */
export function headFacts(report: Report): [name: string, value: string][] {
  const { target, traffic, seed, durationMs, scope, options } = report;
  const isDemo = options.demo !== undefined;
  const hazards = scope.hazardousInputs ? ', hazardous inputs' : '';
  return [
    [
      'instance',
      `${urlOf(target)}${isDemo ? ', embedded in this program: nothing is said about another server' : ''}`,
    ],
    ['versions', offer(report)],
    ['scope', `${scopeInWords(report)}${hazards}, seed ${seed}`],
    [
      'traffic',
      `${several(traffic.requests, 'request')}, ${size(traffic.bytes)}, ${span(durationMs)}`,
    ],
    ...baselineFact(report),
  ];
}

/** The instance of an analysed run, and the report: `run.json, 2026-01-02 03:04 UTC, conformance 1.0.0`. */
export function runTexts(run: ReportedRun): { instance: string; report: string } {
  const when = run.startedAt.slice(0, '2026-01-02T03:04'.length).replace('T', ' ');
  return { instance: urlOf(run), report: `${run.file}, ${when} UTC, ${run.tool}` };
}

/** What limits the meaning of a report, to be read before anything else of it. */
export function headWarnings(report: Report): string[] {
  const lost = report.writes?.notRestored.length ?? 0;
  const ended = endOf(report);
  return [
    ...credentialProblems(report),
    ...(ended === undefined
      ? []
      : [`${capitalised(ended.why)}: only what was checked before is reported.`]),
    ...(lost > 0 ? [`${several(lost, 'value')} not restored: see what was written.`] : []),
    ...warningsOf(report),
  ];
}

/** The versions that are offered, those that are not, and those that were not tested. */
export function offer(report: Report): string {
  const { target } = report;
  const missing = versionsOf(report).filter((version) => !target.versionsOffered.includes(version));
  const untested = target.versionsOffered.filter(
    (version) => !target.versionsExamined.includes(version),
  );
  return [
    `${target.versionsOffered.join(' ') || 'none'} offered`,
    ...(missing.length > 0 ? [`${missing.join(' ')} not offered`] : []),
    ...(untested.length > 0 ? [`${untested.join(' ')} not tested`] : []),
    ...(target.versionsUnknown ?? []).map((version) => `${version} offered, unknown, not tested`),
  ].join(', ');
}

function baselineFact({ baseline, results }: Report): [string, string][] {
  if (baseline === undefined) return [];
  const expected = results.filter((result) => result.expected !== undefined).length;
  const { notHeld = [], notSeen = [] } = baseline;
  const asides = [
    ...notHeld.map(
      (aside) => `${several(aside.results, 'expected result')} not checked: ${aside.why}`,
    ),
    ...(notSeen.length === 0
      ? []
      : [`${several(notSeen.length, 'known failure')} not seen: ${notSeen.join(', ')}`]),
  ];
  return [
    [
      'baseline',
      [baseline.file, `${several(expected, 'result')} as expected`, ...asides].join('; '),
    ],
  ];
}
