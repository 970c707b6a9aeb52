import type { Report, Result, SeenField } from '../../harness/report.js';
import type { Level, Verdict } from '../../harness/verdict.js';
import { VERSIONS, type Version } from '../../specification/versions.js';
import { sampleReport, sampleRequirement } from '../reporters/sample.js';

/** What a small report says of a requirement: a verdict for each version, and what it is like. */
export interface Line {
  verdicts: Partial<Record<Version, Verdict>>;
  level?: Level;
  versions?: Version[];
  observed?: Partial<Record<Version, unknown>>;
  why?: string;
}

/** What is not of the requirements. */
export interface Rest extends Partial<Report> {
  offered?: Version[];
  fields?: SeenField[];
}

/** A small report: its requirements by their id. */
export function plotted(lines: Record<string, Line>, rest: Rest = {}): Report {
  const { offered = ['1.1', '1.2'], ...more } = rest;
  const requirements = Object.entries(lines).map(([id, { level = 'must', versions }]) =>
    sampleRequirement({
      id,
      title: `Sentence of \`${id}\``,
      group: id.split('.')[0] ?? id,
      level,
      versions: versions ?? [...VERSIONS],
      consequence: `A client of ${id} breaks.`,
    }),
  );
  const results = Object.entries(lines).flatMap(([id, line]) => resultsOf(id, line));
  const report = sampleReport({ offered, requirements, results });
  return { ...report, fields: [], ...more };
}

function resultsOf(requirement: string, { verdicts, observed = {}, why }: Line): Result[] {
  return VERSIONS.flatMap((version) => {
    const verdict = verdicts[version];
    if (verdict === undefined) return [];
    const violated = verdict === 'fail' || verdict === 'warn';
    return [
      {
        requirement,
        version,
        verdict,
        violations: violated ? [{ message: why ?? `${requirement} is violated` }] : [],
        reason: violated ? undefined : why,
        observed: observed[version],
        durationMs: 1,
        exchanges: [],
      },
    ];
  });
}

/** The same verdict in some versions. */
export function everywhere(
  verdict: Verdict,
  versions: readonly Version[] = ['1.1', '1.2'],
): Partial<Record<Version, Verdict>> {
  return Object.fromEntries(versions.map((version) => [version, verdict]));
}

/** A field of the list of covers, in some versions. */
export function coverField(
  field: string,
  seen: SeenField['seen'],
  versions: readonly Version[] = ['1.1', '1.2'],
  declared = true,
): SeenField[] {
  return versions.map((version) => ({
    resource: 'cover',
    form: 'list',
    field,
    version,
    declared,
    seen,
  }));
}
