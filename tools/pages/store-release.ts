import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readStoredReport } from '../../cli/stored-report.js';
import { compactJson, reducedReport } from './reduced-report.js';
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
