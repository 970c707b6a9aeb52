import type { ReportedRequirement } from '../../harness/report.js';

/** The section that a requirement rests on: `docs/api.md, Limits`. */
export function sectionOf({ spec }: Pick<ReportedRequirement, 'spec'>): string {
  return `docs/api.md, ${spec}`;
}
