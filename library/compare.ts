import type { Comparison } from '../analysis/comparison/comparison.js';
import { comparisonOf } from '../cli/compare.js';
import type { Report } from '../harness/report.js';
import type { Version } from '../specification/versions.js';

/** A report and its name in the comparison. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/**
 * Compares each report with the previous one or, for a single report, its `versions`. `versions` limits
 * the comparison to these versions. Throws a Refusal if nothing can be compared.
 */
export function compare(
  reports: readonly NamedReport[],
  { versions }: { readonly versions?: readonly Version[] } = {},
): Comparison {
  const stored = reports.map(({ name, report }) => ({ file: name, report }));
  return comparisonOf(stored, versions === undefined ? undefined : [...versions]);
}
