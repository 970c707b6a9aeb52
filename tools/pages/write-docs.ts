import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { readProfiles, shippedProfiles } from '../../cli/client-profiles.js';
import { FAULTS } from '../../fixtures/faults/catalogue.js';
import { baselineDetection, baselineDetectionOfHistory, storedMatrix } from '../proof/matrix.js';
import { renderPage, withFigures } from '../proof/page.js';
import { REMOVED } from '../proof/removed.js';
import { pathOfSet, renderSet, SUMS, unreleasedSets } from '../release/requirement-sets.js';
import { apiPage } from './api-page.js';
import { listParametersPage } from './list-parameters-page.js';
import { releaseRuns, starterBaselines } from './release-runs.js';
import { releasesPage } from './releases-page.js';
import { requirementPages } from './requirement-pages.js';

// `npm run docs` writes the generated documentation, from the code, tools/proof/matrix.json and the reports in
// fixtures/releases: docs/requirements, docs/api.md, docs/list-parameters.md, docs/releases.md,
// docs/proof.md and the figures in the README; the starter baselines in fixtures/baselines; and the sets in
// requirements/ that are not released yet.

/** The checkout, relative to dist/tools/pages. */
const ROOT = new URL('../../../', import.meta.url);
const PROOF = new URL('tools/proof/', ROOT);
const PAGES = new URL('docs/requirements/', ROOT);
const API = new URL('docs/api.md', ROOT);
const PARAMETERS = new URL('docs/list-parameters.md', ROOT);
const README = new URL('README.md', ROOT);
const RELEASES = new URL('docs/releases.md', ROOT);
const BASELINES = new URL('fixtures/baselines/', ROOT);

const CONTRACTS = CLIENT_CONTRACTS.groups;

// Also removes the page of a group that no longer exists.
rmSync(PAGES, { recursive: true, force: true });
mkdirSync(PAGES);
const documented = { groups: GROUPS, contracts: CONTRACTS, faults: FAULTS };
for (const [name, text] of requirementPages(documented)) {
  writeFileSync(new URL(name, PAGES), text);
}

writeFileSync(API, apiPage());
writeFileSync(PARAMETERS, listParametersPage());

const runs = releaseRuns(new URL('fixtures/releases/', ROOT));
writeFileSync(RELEASES, releasesPage(runs, readProfiles(shippedProfiles())));
for (const [name, text] of starterBaselines(runs)) {
  writeFileSync(new URL(`${name}.yaml`, BASELINES), text);
}

const root = fileURLToPath(ROOT);
for (const name of unreleasedSets(root, readFileSync(new URL(SUMS, ROOT), 'utf8'))) {
  writeFileSync(new URL(pathOfSet(name), ROOT), renderSet(GROUPS));
}

const [matrix, baseline] = [storedMatrix(PROOF), baselineDetection(PROOF)];
const baselineOfHistory = baselineDetectionOfHistory(PROOF);
const groups = [...GROUPS, ...CONTRACTS];
const catalogues = { faults: FAULTS, groups, removed: REMOVED };
const parts = { matrix, baseline, baselineOfHistory, ...catalogues };
writeFileSync(new URL('docs/proof.md', ROOT), renderPage(parts));
const readme = readFileSync(README, 'utf8');
writeFileSync(README, withFigures(readme, matrix, FAULTS, GROUPS, baseline));
