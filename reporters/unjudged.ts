import type { Report } from '../harness/report.js';
import type { Version } from '../specification/versions.js';
import { inAnyVersion, withoutPlaces } from './alike-reason.js';

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
    const reason = inAnyVersion(result.reason ?? 'no reason given', result.version);
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
  return alikeButForPlaces([...groups.values()]).sort(
    (a, b) => b.requirements.size - a.requirements.size,
  );
}

/**
 * A version that has more lists names more places, for the same requirements: that is one group, and
 * its reason names none. Each result names its own.
 */
function alikeButForPlaces(groups: readonly Unjudged[]): Unjudged[] {
  const merged = new Map<string, Unjudged>();
  for (const group of groups) {
    const reason = withoutPlaces(group.reason);
    const key = JSON.stringify([reason, ...[...group.requirements].sort()]);
    const known = merged.get(key);
    if (known === undefined) {
      merged.set(key, group);
    } else {
      const versions = new Set([...known.versions, ...group.versions]);
      merged.set(key, { ...known, reason, versions });
    }
  }
  return [...merged.values()];
}
