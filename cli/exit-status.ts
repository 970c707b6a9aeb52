import type { Report } from '../harness/report.js';

/** The statuses that the command ends with; people's scripts rest on them. */
export const EXIT = {
  conformant: 0,
  nonconformant: 1,
  /** Usage, configuration or files are wrong, or the instance cannot be examined. */
  refused: 2,
  incomplete: 3,
  interrupted: 130,
} as const;

/** The status that a report stands for; an interrupted run has none of its own. */
export function exitStatus(report: Pick<Report, 'verdict' | 'interrupted'>): number {
  return report.interrupted ? EXIT.interrupted : EXIT[report.verdict];
}
