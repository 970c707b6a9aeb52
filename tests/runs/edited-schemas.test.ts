import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyProject, demoVerdicts, node, type ProjectCopy, ROOT } from '../project-copy.js';

let copy: ProjectCopy;

/** A copy of the project in which two published schemas were edited, a line each, and built. */
beforeAll(async () => {
  copy = copyProject();
  // A field that is no longer required, and a type that is widened.
  copy.edit(
    'schemas/v1.2/schema.json',
    /("project\.list": \{[\s\S]*?"required": \[[^\]]*?)\n *"webscm_url",/,
    '$1',
  );
  copy.edit(
    'schemas/v1.1/schema.json',
    /("series\.list": \{[\s\S]*?"total": \{\s*"type": \[)/,
    '$1"string", ',
  );
  await node(copy.folder, 'build.mjs');
});

afterAll(() => copy.remove());

test('an edited schema changes the verdict on a fault, in its version, and nothing else', async () => {
  const faults = 'listed-project-webscm-url-missing,listed-series-total-as-string';
  const checked = ['--versions', '1.1,1.2,1.3', '--only', '*.fields*,*.types,conventions'];
  const args = ['--seed', '7', '--fault', faults, ...checked];
  const before = await demoVerdicts(ROOT, ...args);
  const after = await demoVerdicts(copy.folder, ...args);
  expect(after.size).toBe(before.size);
  const different = [...before].filter(([cell, verdict]) => after.get(cell) !== verdict);
  expect(different.sort()).toEqual([
    ['project.fields 1.2', 'fail'],
    ['series.types 1.1', 'fail'],
  ]);
  for (const [cell] of different) expect(after.get(cell)).toBe('pass');
  expect(before.get('project.fields 1.3')).toBe('fail');
  expect(before.get('series.types 1.2')).toBe('fail');
});
