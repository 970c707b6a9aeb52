import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { CHAPTERS } from '../cli/catalogue.js';
import { FAULTS } from '../fixtures/faults/catalogue.js';
import { apiPage } from './api-page.js';
import { withFigures } from './figures.js';
import { firstFigure, firstFigureOfHistory } from './first-figure.js';
import { keptMatrix } from './kept-matrix.js';
import { listParametersPage } from './list-parameters-page.js';
import { renderPage } from './page.js';
import { requirementPages } from './requirement-pages.js';
import { WITHDRAWN } from './withdrawn.js';

// `npm run docs` writes what the documentation takes from the code and from proof/matrix.json: the
// pages of docs/requirements, docs/api.md, docs/list-parameters.md, the page of the proof, and the figures in the README.

/** The checkout, seen from dist/proof. */
const ROOT = new URL('../../', import.meta.url);
const PROOF = new URL('proof/', ROOT);
const PAGES = new URL('docs/requirements/', ROOT);
const API = new URL('docs/api.md', ROOT);
const PARAMETERS = new URL('docs/list-parameters.md', ROOT);
const README = new URL('README.md', ROOT);

// The page of a chapter that is gone goes as well.
rmSync(PAGES, { recursive: true, force: true });
mkdirSync(PAGES);
for (const [name, text] of requirementPages(CHAPTERS, FAULTS)) {
  writeFileSync(new URL(name, PAGES), text);
}

writeFileSync(API, apiPage());
writeFileSync(PARAMETERS, listParametersPage());

const [matrix, first] = [keptMatrix(PROOF), firstFigure(PROOF)];
const firstOfHistory = firstFigureOfHistory(PROOF);
const catalogues = { faults: FAULTS, chapters: CHAPTERS, withdrawn: WITHDRAWN };
const parts = { matrix, first, firstOfHistory, ...catalogues };
writeFileSync(new URL('README.md', PROOF), renderPage(parts));
const readme = readFileSync(README, 'utf8');
writeFileSync(README, withFigures(readme, matrix, CHAPTERS, first));
