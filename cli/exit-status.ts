import type { AgainstBaseline } from '../harness/against-baseline.js';
import type { Report } from '../harness/report.js';
import { openLists } from '../harness/scope.js';
import { isNothingChecked, unacceptedWarnings } from '../reporters/view/summary.js';

/** The exit statuses of the command, which scripts depend on. */
export const EXIT = {
  conformant: 0,
  nonconformant: 1,
  /** Wrong usage, configuration or files, or an instance that cannot be tested. */
  refused: 2,
  incomplete: 3,
  interrupted: 130,
} as const;

const BY_BASELINE: Record<AgainstBaseline['outcome'], number> = {
  'as-expected': EXIT.conformant,
  unexpected: EXIT.nonconformant,
  incomplete: EXIT.incomplete,
};

/**
 * Returns the exit status of a report: that of its verdict or, with a baseline, of the comparison with it.
 * 2 if nothing was checked. Never 0 if data was not restored, a list was not read to the end, credentials
 * were rejected or the scope of `--scope` was not covered. 130 if the user interrupted the run; one that ended early
 * otherwise, at a limit, is 1 if something fails so far, and else 3.
 */
export function exitStatus(report: Report, isByUser = true): number {
  const { interrupted = false } = report;
  if (interrupted && isByUser) return EXIT.interrupted;
  if (!interrupted && isNothingChecked(report)) return EXIT.refused;
  const status = report.baseline ? BY_BASELINE[report.baseline.outcome] : EXIT[report.verdict];
  if (status !== EXIT.nonconformant && unacceptedWarnings(report) > 0) return EXIT.nonconformant;
  const isRestored = (report.writes?.notRestored ?? []).length === 0;
  const { missing = 0, rejected = [] } = report.scope;
  const isRead = openLists(report).length === 0;
  const isWhole = !interrupted && isRestored && isRead && missing + rejected.length === 0;
  return status === EXIT.conformant && !isWhole ? EXIT.incomplete : status;
}
