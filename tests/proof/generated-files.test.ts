import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generatedFiles } from '../../tools/pages/generated-files.js';

const ROOT = new URL('../../', import.meta.url);
const FILES = generatedFiles(ROOT);

test.for([...FILES.keys()])('%s is what the code makes of it (npm run docs renews it)', (path) => {
  expect(readFileSync(new URL(path, ROOT), 'utf8')).toBe(FILES.get(path));
});

test.for([
  { folder: 'docs/requirements', ending: '.md' },
  { folder: 'fixtures/baselines', ending: '.yaml' },
])('$folder has those that are generated, and no others', ({ folder, ending }) => {
  const kept = readdirSync(new URL(folder, ROOT)).filter((name) => name.endsWith(ending));
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((name) => !FILES.has(`${folder}/${name}`))).toEqual([]);
});
