import type { Comparison } from '../analysis/comparison/comparison.js';
import { comparisonOf } from '../cli/comparison.js';
import type { Report } from '../harness/report.js';
import type { Version } from '../specification/versions.js';
import { inNamesOfProgram } from './given.js';

/** A report and what it is called in the comparison. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/**
 * Compares reports, each with the one before it; of a single one its versions, which then have to be
 * given. `versions` leaves out the others. Throws a Refusal if nothing at all can be compared.
 */
export function compare(
  reports: readonly NamedReport[],
  { versions }: { readonly versions?: readonly Version[] } = {},
): Comparison {
  const stored = reports.map(({ name, report }) => ({ file: name, report }));
  try {
    return comparisonOf(stored, versions === undefined ? undefined : [...versions]);
  } catch (error) {
    throw inNamesOfProgram(error);
  }
}
