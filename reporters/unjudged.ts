import type { Report, Result } from '../harness/report.js';
import type { Version } from '../harness/version.js';

/** Requirements that were not judged, and why: one group for each reason. */
export interface Unjudged {
  verdict: 'inconclusive' | 'skipped';
  reason: string;
  requirements: Set<string>;
  versions: Set<Version>;
}

/**
 * The results of one verdict by reason, the most frequent reason first; without those that a baseline
 * expects.
 */
export function unjudgedBy(report: Report, verdict: Unjudged['verdict']): Unjudged[] {
  const groups = new Map<string, Unjudged>();
  for (const result of report.results) {
    if (result.verdict !== verdict || result.expected !== undefined) continue;
    const reason = reasonOf(result);
    const group = groups.get(reason) ?? {
      verdict,
      reason,
      requirements: new Set(),
      versions: new Set(),
    };
    group.requirements.add(result.requirement);
    group.versions.add(result.version);
    groups.set(reason, group);
  }
  return [...groups.values()].sort((a, b) => b.requirements.size - a.requirements.size);
}

/** The same reason in two versions reads the same: the version in a path is left open. */
function reasonOf({ reason, version }: Result): string {
  return (reason ?? 'no reason given').replaceAll(`/api/${version}/`, '/api/{v}/');
}
