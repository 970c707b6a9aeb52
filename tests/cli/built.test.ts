import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The modules of dist/ that import one of those that the build puts together. */
function importing(folder: RegExp): string[] {
  return readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js') && !path.startsWith('parts'))
    .filter((path) => folder.test(readFileSync(`${DIST}${path}`, 'utf8')));
}

// Else whoever imports modules of dist/ has two classes of one error: what the one throws is to the
// other a fault of the suite.
test('of what the build puts together the command alone is made', () => {
  expect(importing(/["'`](\.\.?\/)+parts\//)).toEqual(['cli/main.js']);
});
