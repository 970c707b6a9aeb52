import { groupedBy } from '../../harness/grouped-by.js';
import type { Report, ReportedRequirement, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Sign } from '../document.js';
import { signOf } from './signs.js';

/** A requirement with its result in each version. */
export interface Row {
  requirement: ReportedRequirement;
  results: Map<Version, Result>;
}

/** A group of requirements, in the order of the report. */
export interface Group {
  name: string;
  rows: Row[];
}

/** The requirements of a report by group, each with its results. */
export function groupsOf({ requirements, results }: Report): Group[] {
  const byId = groupedBy(results, ({ requirement }) => requirement);
  const found = new Map(byId.map((group) => [group[0].requirement, group]));
  return groupedBy(requirements, ({ group }) => group).map((all) => ({
    name: all[0].group,
    rows: all.map((requirement) => {
      const own = found.get(requirement.id) ?? [];
      return { requirement, results: new Map(own.map((result) => [result.version, result])) };
    }),
  }));
}

/** The requirements that have results with a sign, each with those results only, in the order of the report. */
export function rowsWith(report: Report, sign: Sign): Row[] {
  return groupsOf(report)
    .flatMap(({ rows }) => rows)
    .map(({ requirement, results }) => ({
      requirement,
      results: new Map([...results].filter(([, result]) => signOf(result) === sign)),
    }))
    .filter(({ results }) => results.size > 0);
}
