import type { ReportedRequirement } from '../harness/report.js';

/**
 * Where a requirement stands, as a report cites it: `SPEC.md, Limits`, or with the name of the suite
 * in the place of SPEC.md for one that the specification does not have.
 */
export function sourceOf({ spec, suite }: Pick<ReportedRequirement, 'spec' | 'suite'>): string {
  return `${suite ?? 'SPEC.md'}, ${spec}`;
}
