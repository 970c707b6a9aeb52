import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { FAULTS } from '../fixtures/faults/catalogue.js';
import { CHAPTERS } from '../suites/catalogue.js';
import { requirementPages } from './requirement-pages.js';

// `npm run docs` writes the pages of docs/requirements anew, from what is built.

/** The folder of the pages, seen from dist/proof. */
const FOLDER = new URL('../../docs/requirements/', import.meta.url);

// The page of a chapter that is gone goes as well.
rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
for (const [name, text] of requirementPages(CHAPTERS, FAULTS)) {
  writeFileSync(new URL(name, FOLDER), text);
}
