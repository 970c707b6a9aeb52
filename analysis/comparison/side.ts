import { groupedBy } from '../../harness/grouped-by.js';
import { endOf } from '../../harness/outcome.js';
import type { Report, ReportedRequirement, Result } from '../../harness/report.js';
import { type Target, targetOnly } from '../../harness/target.js';
import type { Version } from '../../specification/versions.js';

/** The run of a report: what every analysis says of it first. */
export interface ReportedRun extends Target {
  /** The file of the report, as it was named. */
  file: string;
  tool: string;
  startedAt: string;
  interrupted?: true;
  /** What ended it before everything was checked; absent if nothing did. */
  ended?: Report['ended'];
}

/** Describes the run of a report. */
export function reportedRun({ file, report }: { file: string; report: Report }): ReportedRun {
  const { target, tool, startedAt, interrupted } = report;
  return {
    file,
    ...targetOnly(target),
    tool: `${tool.name} ${tool.version}`,
    startedAt,
    interrupted,
    ended: endOf(report),
  };
}

/** One of the two that are compared: a report, made easy to look things up in. */
export interface Side {
  report: Report;
  requirements: ReadonlyMap<string, ReportedRequirement>;
  results: ReadonlyMap<string, readonly Result[]>;
}

/** Makes a side of a report. */
export function sideOf(report: Report): Side {
  const results = groupedBy(report.results, ({ requirement }) => requirement);
  return {
    report,
    requirements: new Map(report.requirements.map((each) => [each.id, each])),
    results: new Map(results.map((own) => [own[0].requirement, own])),
  };
}

/** The result of a requirement in a version, if there is one. */
export function resultIn({ results }: Side, id: string, version: Version): Result | undefined {
  return results.get(id)?.find((result) => result.version === version);
}
