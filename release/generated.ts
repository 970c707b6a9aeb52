import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CLIENT_CONTRACTS, GROUPS } from '../cli/catalogue.js';
import { readProfiles, shippedProfiles } from '../cli/client-profiles.js';
import { envExample } from '../cli/env-example.js';
import { FAULTS } from '../fixtures/faults/catalogue.js';
import { baselineDetection, baselineDetectionOfHistory } from '../proof/baseline-detection.js';
import { withFigures } from '../proof/figures.js';
import { renderPage } from '../proof/page.js';
import { releaseRuns } from '../proof/release-runs.js';
import { releasesPage } from '../proof/releases-page.js';
import { REMOVED } from '../proof/removed.js';
import { requirementPages } from '../proof/requirement-pages.js';
import { starterBaselines } from '../proof/starter-baselines.js';
import { storedMatrix } from '../proof/stored-matrix.js';
import { generatedFiles } from '../schemas/files.js';
import { ROOT } from './git.js';
import { pathOfSet, renderSet, SUMS, unreleasedSets } from './requirement-sets.js';

/** The text of a file of the checkout. */
export function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

/** Lists generated files that are outdated. */
export function staleFiles(): string[] {
  const made = { ...schemas(), ...pages(), ...sets(), '.env.example': envExample() };
  return Object.entries(made)
    .filter(([path, text]) => !existsSync(join(ROOT, path)) || textOf(path) !== text)
    .map(([path]) => `${path} is outdated (${renewedBy(path)})`);
}

function schemas(): Record<string, string> {
  return Object.fromEntries([...generatedFiles()].map(([path, text]) => [`schemas/${path}`, text]));
}

function sets(): Record<string, string> {
  const names = unreleasedSets(ROOT, textOf(SUMS));
  return Object.fromEntries(names.map((name) => [pathOfSet(name), renderSet(GROUPS)]));
}

function pages(): Record<string, string> {
  const proof = pathToFileURL(join(ROOT, 'proof/'));
  const [matrix, baseline] = [storedMatrix(proof), baselineDetection(proof)];
  const baselineOfHistory = baselineDetectionOfHistory(proof);
  const contracts = CLIENT_CONTRACTS.groups;
  const catalogues = { faults: FAULTS, groups: [...GROUPS, ...contracts], removed: REMOVED };
  const parts = { matrix, baseline, baselineOfHistory, ...catalogues };
  const each = [...requirementPages({ groups: GROUPS, contracts, faults: FAULTS })];
  const runs = releaseRuns(pathToFileURL(join(ROOT, 'fixtures/releases/')));
  const starters = [...starterBaselines(runs)];
  return {
    ...Object.fromEntries(
      starters.map(([name, text]) => [`fixtures/baselines/${name}.yaml`, text]),
    ),
    'docs/releases.md': releasesPage(runs, readProfiles(shippedProfiles())),
    ...Object.fromEntries(each.map(([name, text]) => [`docs/requirements/${name}`, text])),
    'proof/README.md': renderPage(parts),
    'README.md': withFigures(textOf('README.md'), matrix, FAULTS, GROUPS, baseline),
  };
}

function renewedBy(path: string): string {
  if (path === '.env.example') return 'npx vitest run tests/cli/table.test.ts -u';
  return path.startsWith('schemas/') ? 'npm run schemas' : 'npm run docs';
}
