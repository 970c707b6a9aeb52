import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { generatedFiles } from './generated-files.js';

// `npm run docs` writes the generated files.

/** The checkout, relative to dist/tools/pages. */
const ROOT = new URL('../../../', import.meta.url);
const PAGES = new URL('docs/requirements/', ROOT);

const files = generatedFiles(ROOT);
// Also removes the page of a group that is gone.
rmSync(PAGES, { recursive: true, force: true });
mkdirSync(PAGES);
for (const [path, text] of files) writeFileSync(new URL(path, ROOT), text);
