import { outcomeOf } from '../../harness/outcome.js';
import type {
  Counts,
  Exchange,
  Report,
  ReportedRequirement,
  Result,
} from '../../harness/report.js';
import { judgedOf } from '../../harness/scope.js';
import { VERDICTS } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';

/** What a sample report is made of; everything else follows from it. */
export interface Plot {
  offered?: Version[];
  examined?: Version[];
  requirements: ReportedRequirement[];
  results: Result[];
  exchanges?: Exchange[];
  ended?: Report['ended'];
}

/** A report made by hand, with counts and a verdict that fit its results. */
export function sampleReport(plot: Plot): Report {
  const offered: Version[] = plot.offered ?? ['1.0', '1.1', '1.2', '1.3'];
  const examined = plot.examined ?? offered;
  const report: Omit<Report, 'verdict'> = {
    format: 'conformance-report/2',
    tool: { name: 'patchwork-conformance', version: '0.1.0' },
    target: {
      baseUrl: 'https://patchwork.example.org',
      versionsOffered: offered,
      versionsExamined: examined,
    },
    startedAt: '2026-01-02T03:04:05Z',
    durationMs: 41_234,
    seed: 42,
    options: { concurrency: 4 },
    scope: { versions: examined, roles: [], writes: false, hazardousInputs: false },
    judged: judgedOf(plot.results),
    ...(plot.ended ? { interrupted: true, ended: plot.ended } : {}),
    counts: countsOf(plot.results),
    countsByVersion: Object.fromEntries(
      examined.map((version) => [
        version,
        countsOf(plot.results.filter((result) => result.version === version)),
      ]),
    ),
    traffic: { requests: 1204, bytes: 3_412_345, byMethod: { GET: 1204 }, byStatus: { 200: 1204 } },
    requirements: plot.requirements,
    results: plot.results,
    fields: [
      {
        resource: 'cover',
        form: 'list',
        field: 'mbox',
        version: '1.1',
        declared: true,
        seen: 'always',
      },
    ],
    exchanges: plot.exchanges ?? [],
  };
  return { ...report, verdict: outcomeOf(report).verdict };
}

function countsOf(results: Result[]): Counts {
  const counts = VERDICTS.map((verdict) => [
    verdict,
    results.filter((result) => result.verdict === verdict).length,
  ]);
  return Object.fromEntries(counts);
}

/** A requirement; what is not given is filled in. */
export function sampleRequirement(
  given: Pick<ReportedRequirement, 'id' | 'title' | 'group'> & Partial<ReportedRequirement>,
): ReportedRequirement {
  return {
    spec: 'Endpoints',
    level: 'must',
    versions: ['1.0', '1.1', '1.2', '1.3', '1.4'],
    consequence: 'a client that relies on it breaks.',
    ...given,
  };
}

/** Results of one requirement, the same in every version named. */
export function sampleResults(
  requirement: string,
  versions: Version[],
  given: Partial<Result> & Pick<Result, 'verdict'>,
): Result[] {
  return versions.map((version) => ({
    requirement,
    version,
    violations: [],
    durationMs: 3,
    exchanges: [],
    ...given,
  }));
}

/** A request for `path` and its answer. */
export function sampleExchange(n: number, path: string, role = 'anonymous'): Exchange {
  const url = `https://patchwork.example.org${path}`;
  const header =
    role === 'anonymous'
      ? ''
      : ` -H "Authorization: Token $CONFORMANCE_${role.toUpperCase()}_TOKEN"`;
  return {
    n,
    role,
    startedAt: '2026-01-02T03:04:05Z',
    request: { method: 'GET', url, headers: { accept: 'application/json' } },
    response: { status: 200, headers: { 'content-type': 'application/json' }, body: '[]' },
    ms: 12.5,
    curl: `curl -sS${header} '${url}'`,
  };
}
