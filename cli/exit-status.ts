import type { AgainstBaseline, Report } from '../harness/report.js';
import { isNothingChecked, unacceptedWarnings } from '../reporters/view/summary.js';

/** The statuses that the command ends with; people's scripts rest on them. */
export const EXIT = {
  conformant: 0,
  nonconformant: 1,
  /** Usage, configuration or files are wrong, or the instance cannot be examined. */
  refused: 2,
  incomplete: 3,
  interrupted: 130,
} as const;

const BY_GRAVITY = ['nonconformant', 'incomplete', 'conformant'] as const;

const BY_BASELINE: Record<AgainstBaseline['outcome'], number> = {
  'as-expected': EXIT.conformant,
  unexpected: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
};

/**
 * The status that a report stands for: that of its verdict and those of its extensions, the gravest,
 * or, where it was held against a baseline, of what came of that; 2 where nothing was checked, as if the command had
 * been wrong. Where something that the run wrote is not as it was, or less was checked than `--scope` demands,
 * it is never that of a sound instance. An interrupted run has none of its own.
 */
export function exitStatus(report: Report): number {
  if (report.interrupted) return EXIT.interrupted;
  if (isNothingChecked(report)) return EXIT.refused;
  const status = report.baseline
    ? BY_BASELINE[report.baseline.outcome]
    : EXIT[BY_GRAVITY.find((each) => verdictsOf(report).includes(each)) ?? 'conformant'];
  if (status !== EXIT.nonconformant && unacceptedWarnings(report) > 0) return EXIT.nonconformant;
  const isRestored = (report.writes?.notRestored ?? []).length === 0;
  const isWhole = isRestored && (report.scope?.missing ?? 0) === 0;
  return status === EXIT.conformant && !isWhole ? EXIT.incomplete : status;
}

function verdictsOf(report: Pick<Report, 'verdict' | 'extensions'>): string[] {
  return [report, ...(report.extensions ?? [])].map(({ verdict }) => verdict);
}
