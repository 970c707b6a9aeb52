import { OF_A_ROLE } from '../../harness/needs.js';
import type { Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { inAnyVersion, withoutPlaces } from './alike-reason.js';
import { groupedBy } from './grouped-by.js';

/** Requirements that were not checked for one reason. */
export interface Unchecked {
  verdict: 'inconclusive' | 'skipped';
  reason: string;
  requirements: Set<string>;
  versions: Set<Version>;
  /** ` in 1.2 1.3`; empty where it is so in every version tested. */
  where: string;
}

/** What is inconclusive and what was skipped, by reason, the most frequent first; without what a baseline expects. */
export function uncheckedGroups(report: Report): Unchecked[] {
  return (['inconclusive', 'skipped'] as const).flatMap((verdict) =>
    groupsWith(report, verdict).map((group) => ({ ...group, where: whereOf(report, group) })),
  );
}

type Group = Omit<Unchecked, 'where'>;

function groupsWith({ results }: Report, verdict: Unchecked['verdict']): Group[] {
  const own = results.filter((each) => each.verdict === verdict && each.expected === undefined);
  const reasonOf = ({ reason = 'no reason given', version }: Result) =>
    // Whether a role signs in was found out once, in one version, for all.
    OF_A_ROLE.test(reason) ? reason : inAnyVersion(reason, version);
  const groups = groupedBy(own, reasonOf).map((group) => ({
    verdict,
    reason: reasonOf(group[0]),
    requirements: new Set(group.map(({ requirement }) => requirement)),
    versions: new Set(group.map(({ version }) => version)),
  }));
  return mergedWithoutPlaces(groups).sort((a, b) => b.requirements.size - a.requirements.size);
}

/**
 * A version that has more lists names more places, for the same requirements: that is one group, and
 * its reason names none. Each result names its own.
 */
function mergedWithoutPlaces(groups: readonly Group[]): Group[] {
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const reason = withoutPlaces(group.reason);
    const key = JSON.stringify([reason, ...[...group.requirements].sort()]);
    const known = merged.get(key);
    const versions = new Set([...(known?.versions ?? []), ...group.versions]);
    merged.set(key, known === undefined ? group : { ...known, reason, versions });
  }
  return [...merged.values()];
}

function whereOf({ target }: Report, { versions }: Group): string {
  const own = target.versionsExamined.filter((version) => versions.has(version));
  return own.length < target.versionsExamined.length ? ` in ${own.join(' ')}` : '';
}
