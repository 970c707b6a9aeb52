import { writeFileSync } from 'node:fs';
import { readStoredReport } from '../cli/stored-report.js';
import { compactJson, reducedReport } from './reduced-report.js';

// `node dist/proof/store-release.js RUN.json NAME` keeps the report of a run on a release as
// fixtures/releases/NAME.json. A new name also needs a line in proof/release-runs.ts.

const [file, name] = process.argv.slice(2);
if (file === undefined || name === undefined || !/^[\w.]+$/.test(name)) {
  console.error('expected the report of a run and the name of a release: RUN.json 3.2');
  process.exit(2);
}
const report = reducedReport(await readStoredReport(file));
// The checkout, relative to dist/proof.
writeFileSync(
  new URL(`../../fixtures/releases/${name}.json`, import.meta.url),
  compactJson(report),
);
