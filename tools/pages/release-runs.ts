import { readFileSync } from 'node:fs';
import { type Entry, renderEntry } from '../../analysis/baseline/entry.js';
import type { Report, ReportedRequirement, Result } from '../../harness/report.js';

/** A release of Patchwork that the suite was run on, and its report in fixtures/releases. */
export interface ReleaseRun {
  name: string;
  /** The tag, or the commit of the development tree. */
  revision: string;
  /** What a reader should know about how it was run. */
  remark?: string;
  report: Report;
}

const RUNS: readonly Omit<ReleaseRun, 'report'>[] = [
  { name: '2.1', revision: 'v2.1.6' },
  { name: '2.2', revision: 'v2.2.6' },
  { name: '3.0', revision: 'v3.0.6' },
  { name: '3.1', revision: 'v3.1.3' },
  { name: '3.2', revision: 'v3.2.1' },
  { name: 'main', revision: '644cef7c of June 2026', remark: 'the development tree' },
];

/** The run whose failures on SQLite are known too. */
export const ON_SQLITE_TOO = '3.2';

/** What fails in that release on SQLite only, by what was seen there. */
export const ON_SQLITE = new Map([
  [
    '`since` and `before` with a time zone return 500',
    [
      ...['covers', 'series', 'events', 'checks'].flatMap((list) => [
        `filter.${list}.before`,
        `filter.${list}.since`,
      ]),
      'filter.dates.zulu',
    ],
  ],
  ['an id that needs more than 64 bits returns 500', ['error.no-5xx']],
]);

/** Reads the reports of all releases in a folder, oldest first. Throws the error of the file system. */
export function releaseRuns(folder: URL): ReleaseRun[] {
  return RUNS.map((run) => {
    const text = readFileSync(new URL(`${run.name}.json`, folder), 'utf8');
    return { ...run, report: JSON.parse(text) as Report };
  });
}

/** Renders the starter baseline of each release, by the name that `--baseline` takes. */
export function starterBaselines(runs: readonly ReleaseRun[]): Map<string, string> {
  return new Map([
    ...runs.map((run) => [`patchwork-${run.name}`, starterBaseline(run)] as const),
    ...runs
      .filter(({ name }) => name === ON_SQLITE_TOO)
      .map((run) => [`patchwork-${run.name}-sqlite`, starterBaseline(run, '-sqlite')] as const),
  ]);
}

function starterBaseline(run: ReleaseRun, database: '' | '-sqlite' = ''): string {
  const blocks = run.report.requirements.flatMap((requirement) => {
    const entry =
      entryFor(run, requirement) ?? (database === '' ? undefined : onSqlite(run, requirement));
    if (entry === undefined) return [];
    return [`  # “${requirement.title}”\n${renderEntry(entry, [])}\n`];
  });
  return `${header(run, database)}\nexpected:\n${blocks.join('\n')}`;
}

/** The entry for what fails on SQLite only, in the versions in which it holds on PostgreSQL. */
function onSqlite({ name, report }: ReleaseRun, { id }: ReportedRequirement): Entry | undefined {
  const [seen] = [...ON_SQLITE].find(([, ids]) => ids.includes(id)) ?? [];
  if (seen === undefined) return undefined;
  const held = report.results.filter((each) => each.requirement === id && each.verdict === 'pass');
  return {
    requirement: id,
    versions: held.map(({ version }) => version),
    verdict: 'fail',
    reason: `release ${name} on SQLite: ${seen}`,
  };
}

function entryFor(
  { name, report }: ReleaseRun,
  { id, level }: ReportedRequirement,
): Entry | undefined {
  const own = report.results.filter(({ requirement }) => requirement === id);
  const failed = own.filter(({ verdict }) => verdict === 'fail');
  const open = own.filter(({ verdict }) => verdict === 'inconclusive' && level === 'must');
  const cells = failed.length > 0 ? failed : open;
  const [first] = cells;
  if (first === undefined) return undefined;
  return {
    requirement: id,
    versions: cells.map(({ version }) => version),
    verdict: failed.length > 0 ? 'fail' : 'inconclusive',
    reason: `release ${name}: ${seenIn(first)}`,
  };
}

/** What was seen, in one line. */
export function seenIn({ violations: [first], reason }: Result): string {
  return (first?.message ?? reason ?? '').replaceAll('\n', ' ');
}

function header({ name, revision }: ReleaseRun, database: string): string {
  const baseline = `patchwork-${name}${database}`;
  const on = database === '' ? 'PostgreSQL' : 'SQLite';
  const other =
    name === ON_SQLITE_TOO && database === '' ? ` On SQLite: --baseline ${baseline}-sqlite.` : '';
  return `# The known failures of Patchwork ${name} (${revision}) on ${on}: --baseline ${baseline} expects them
#
# Generated from fixtures/releases/${name}.json by npm run docs. Entries that do not fail on an instance are no
# problem.${other} To make a baseline of your own: --baseline ${baseline} --write-baseline known.yaml
`;
}
