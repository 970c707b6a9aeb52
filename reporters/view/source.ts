import type { ReportedRequirement } from '../../harness/report.js';

/** What a requirement rests on: a section (`docs/api.md, Limits`), or the source of a client. */
export function sectionOf({ spec, breaks }: Pick<ReportedRequirement, 'spec' | 'breaks'>): string {
  return breaks === undefined ? `docs/api.md, ${spec}` : spec;
}
