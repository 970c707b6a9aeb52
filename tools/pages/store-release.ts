import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readStoredReport } from '../../cli/stored-report.js';
import type { Report, Result } from '../../harness/report.js';
import { releaseRuns } from './release-runs.js';

// `node dist/tools/pages/store-release.js RUN.json NAME` keeps the report of a run on a release as
// fixtures/releases/NAME.json. A new name also needs a line in tools/pages/release-runs.ts. Without arguments, the
// kept reports are written again, which is needed when the format or the reduction changes.

// The checkout, relative to dist/tools/pages.
const FOLDER = new URL('../../../fixtures/releases/', import.meta.url);

async function store(file: string, name: string): Promise<void> {
  const report = reducedReport(await readStoredReport(file));
  writeFileSync(new URL(`${name}.json`, FOLDER), compactJson(report));
}

const [file, name] = process.argv.slice(2);
if (file === undefined) {
  const kept = releaseRuns(FOLDER).map((run) => run.name);
  for (const each of kept) await store(fileURLToPath(new URL(`${each}.json`, FOLDER)), each);
} else if (name !== undefined && /^[\w.]+$/.test(name)) {
  await store(file, name);
} else {
  console.error('expected the report of a run and the name of a release: RUN.json 3.2');
  process.exit(2);
}

/**
 * Returns a report as it is kept in fixtures/releases, below 1 MB: of each result only the exchange that its
 * first violation names, without the latencies of the machine, and without the path of the journal. It is still a
 * valid report.
 */
function reducedReport(report: Report): Report {
  const { extensions = [], options } = report;
  const all = [report, ...extensions].flatMap(({ results }) => results);
  const named = new Set(all.flatMap(({ violations: [first] }) => first?.exchange ?? []));
  const reduced = (result: Result): Result => ({
    ...result,
    exchanges: result.exchanges.filter((each) => named.has(each)),
  });
  return {
    ...without('latencies', report),
    options: { ...options, writes: without('journal', options.writes) },
    results: report.results.map(reduced),
    exchanges: report.exchanges.filter(({ n }) => named.has(n)),
    extensions: extensions.map((each) => ({ ...each, results: each.results.map(reduced) })),
  };
}

function without<T>(field: string, value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== field)) as T;
}

/** A report as compact JSON, with one element of a list per line; a member without a value is left out. */
function compactJson(report: Report): string {
  const members = Object.entries(report).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const text = Array.isArray(value)
      ? `[\n${value.map((each) => JSON.stringify(each)).join(',\n')}\n]`
      : JSON.stringify(value);
    return `${JSON.stringify(key)}:${text}`;
  });
  return `{\n${members.join(',\n')}\n}\n`;
}
