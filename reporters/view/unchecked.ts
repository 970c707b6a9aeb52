import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
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
  return groupedBy(own, ({ reason }) => reason)
    .map((group) => ({
      verdict,
      reason: group[0].reason ?? 'no reason given',
      requirements: new Set(group.map(({ requirement }) => requirement)),
      versions: new Set(group.map(({ version }) => version)),
    }))
    .sort((a, b) => b.requirements.size - a.requirements.size);
}

function whereOf({ target }: Report, { versions }: Group): string {
  const own = target.versionsExamined.filter((version) => versions.has(version));
  return own.length < target.versionsExamined.length ? ` in ${own.join(' ')}` : '';
}
