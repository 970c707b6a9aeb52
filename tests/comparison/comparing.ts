import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Comparison, Step } from '../../analysis/comparison/comparison.js';
import type { Report } from '../../harness/report.js';

/** Compares reports without client profiles. */
export function compared(...reports: Report[]): Comparison {
  return compareReports(reports.map((report, index) => ({ file: `${index + 1}.json`, report })));
}

/** The step between two reports. */
export function stepOf(...reports: Report[]): Step {
  const [step] = compared(...reports).steps;
  if (step === undefined) throw new Error('there is no step');
  return step;
}

/** The changes of a step in a line each. */
export function told({ changes }: Step): string[] {
  return changes.map(({ kind, requirement, cells }) => {
    const where = cells.map(({ from, to }) =>
      from.version === to.version ? to.version : `${from.version}→${to.version}`,
    );
    return `${kind} ${requirement} ${where.join(' ')}`;
  });
}
