import type { Report, ReportedRequirement, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Sign } from '../document.js';
import { groupedBy } from './grouped-by.js';
import { ATTENTION, BY_WEIGHT, signOf } from './signs.js';

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

/** Whether a requirement needs attention in some version. */
export function needsAttention({ results }: Row): boolean {
  return [...results.values()].some(({ verdict }) => ATTENTION.includes(verdict));
}

/** Whether any requirement of a group was selected and reached in some version. */
export function isReached({ rows }: Group): boolean {
  return rows.some(({ results }) =>
    [...results.values()].some(
      ({ verdict, code }) =>
        verdict !== 'not-applicable' && code !== 'not-selected' && code !== 'ended-early',
    ),
  );
}

/** How many results have a sign. */
export interface Counted {
  sign: Sign;
  count: number;
}

/**
 * The signs of some requirements in a version, the most serious first; of more than `most` the passes
 * stay. What is not in the version, and what is only observed, is counted where there is nothing else.
 */
export function countsIn(
  rows: readonly Row[],
  version: Version,
  most = Number.POSITIVE_INFINITY,
): Counted[] {
  const signs = rows.flatMap(({ results }) => {
    const result = results.get(version);
    return result === undefined ? [] : signOf(result);
  });
  const counts = BY_WEIGHT.map((sign) => ({
    sign,
    count: signs.filter((each) => each === sign).length,
  })).filter(({ count }) => count > 0);
  const own = counts.filter(({ sign }) => sign !== 'not-applicable' && sign !== 'observed');
  if (own.length === 0) return counts.slice(0, 1);
  const passes = own.slice(most).filter(({ sign }) => sign === 'pass');
  return [...own.slice(0, most - passes.length), ...passes];
}

/** The reason that all of several inconclusive requirements share; undefined where they share none. */
export function reasonOfAll(rows: readonly Row[]): string | undefined {
  const results = rows
    .flatMap((row) => [...row.results.values()])
    .filter(({ verdict }) => ATTENTION.includes(verdict));
  const reasons = new Set(
    results.map(({ verdict, reason = '' }) => (verdict === 'inconclusive' ? reason : undefined)),
  );
  const [reason] = reasons;
  return rows.length > 1 && reasons.size === 1 ? reason : undefined;
}
