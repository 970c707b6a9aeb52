import type { Report, ReportedRequirement } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
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
      const values = new Map<string, { value: unknown; versions: Version[] }>();
      for (const { version, observed: value } of results.values()) {
        if (value === undefined) continue;
        const key = JSON.stringify(value) ?? String(value);
        const known = values.get(key) ?? { value, versions: [] };
        known.versions.push(version);
        values.set(key, known);
      }
      return values.size === 0 ? [] : [{ requirement, values: [...values.values()] }];
    });
}
