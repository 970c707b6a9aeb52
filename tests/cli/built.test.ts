import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

/** The modules of dist/ that import one of those that the build puts together. */
function importingParts(): string[] {
  const modules = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.js') && !path.startsWith('parts'),
  );
  return modules.filter((path) => {
    const text = readFileSync(`${DIST}${path}`, 'utf8');
    const imported = [...text.matchAll(/(?:from |import |import\()['"](\.[^'"]+)['"]/g)];
    return imported.some(([, of = '']) => posix.join(posix.dirname(path), of).startsWith('parts/'));
  });
}

// Else whoever imports modules of dist/ has two classes of one error: what the one throws is to the
// other a fault of the suite.
test('of what the build puts together the command and the library are made, and nothing else', () => {
  expect(importingParts().sort()).toEqual(['cli/main.js', 'library/index.js']);
});
