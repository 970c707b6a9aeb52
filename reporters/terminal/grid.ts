import type { Report, ReportedRequirement, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';
import { inAnyVersion, withoutPlaces } from '../alike-reason.js';

/** A requirement with its result in each version. */
export interface Row {
  requirement: ReportedRequirement;
  results: Map<Version, Result>;
}

/** A chapter of the suite with its requirements, in the order of the report. */
export interface Chapter {
  name: string;
  rows: Row[];
}

/** The verdicts that somebody has to look at, the gravest first. */
export const TROUBLE: readonly Verdict[] = ['fail', 'error', 'warn', 'inconclusive'];

/** The requirements of a report by chapter, each with its results. */
export function chaptersOf(report: Report): Chapter[] {
  const rows = new Map<string, Row>();
  const chapters = new Map<string, Chapter>();
  for (const requirement of report.requirements) {
    const row: Row = { requirement, results: new Map() };
    rows.set(requirement.id, row);
    const chapter = chapters.get(requirement.chapter) ?? { name: requirement.chapter, rows: [] };
    chapter.rows.push(row);
    chapters.set(requirement.chapter, chapter);
  }
  for (const result of report.results) {
    rows.get(result.requirement)?.results.set(result.version, result);
  }
  return [...chapters.values()];
}

/** Whether a requirement has, in some version, a verdict that somebody has to look at. */
export function troubled(row: Row): boolean {
  return [...row.results.values()].some(({ verdict }) => TROUBLE.includes(verdict));
}

/** The one reason why all of several requirements are inconclusive, if it is one; undefined otherwise. */
export function reasonOfAll(rows: readonly Row[]): string | undefined {
  const results = rows
    .flatMap((row) => [...row.results.values()])
    .filter(({ verdict }) => TROUBLE.includes(verdict));
  const reasons = new Set(
    results.map(({ verdict, reason = '', version }) =>
      verdict === 'inconclusive' ? withoutPlaces(inAnyVersion(reason, version)) : undefined,
    ),
  );
  const [reason] = reasons;
  return rows.length > 1 && reasons.size === 1 ? reason : undefined;
}
