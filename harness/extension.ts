import type { Report } from './report.js';
import type { Group } from './requirement.js';

/**
 * Requirements that are reported beside the verdict, and never part of it: the client contracts, and
 * requirements that were added after a frozen set.
 */
export interface Extension {
  /** The name in reports. */
  suite: string;
  /** The frozen set of `--requirements` after which these requirements were added. */
  addedAfter?: string;
  groups: readonly Group[];
}

/**
 * The report with the other requirements appended, for code that iterates over results. The verdict and
 * counts remain those of the specification.
 */
export function joined({ extensions = [], ...report }: Report): Report {
  return {
    ...report,
    requirements: [report, ...extensions].flatMap(({ requirements }) => requirements),
    results: [report, ...extensions].flatMap(({ results }) => results),
  };
}
