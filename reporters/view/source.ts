import type { ReportedRequirement } from '../../harness/report.js';

/** The section that a requirement rests on: `docs/api.md, Limits`, or `acme, Trees` of the suite acme. */
export function sectionOf({ spec, suite }: Pick<ReportedRequirement, 'spec' | 'suite'>): string {
  return `${suite ?? 'docs/api.md'}, ${spec}`;
}
