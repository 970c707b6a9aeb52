import type { Report, ReportedRequirement } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { groupedBy } from './grouped-by.js';
import { groupsOf } from './groups.js';

/** What was observed for one requirement: each value with the versions that have it. */
export interface Observation {
  requirement: ReportedRequirement;
  values: { value: unknown; versions: Version[] }[];
}

/** What the instance does where the specification is silent, in the order of the report. */
export function observationsOf(report: Report): Observation[] {
  return groupsOf(report)
    .flatMap(({ rows }) => rows)
    .flatMap(({ requirement, results }) => {
      const seen = [...results.values()].filter(({ observed }) => observed !== undefined);
      const values = groupedBy(seen, ({ observed }) => observed).map((group) => ({
        value: group[0].observed,
        versions: group.map(({ version }) => version),
      }));
      return values.length === 0 ? [] : [{ requirement, values }];
    });
}
