import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { declaredBy } from '../../harness/declared-by.js';
import { conformance, inNewFolder } from '../cli/command.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REQUIREMENTS = [...GROUPS, ...CLIENT_CONTRACTS.groups].flatMap((each) => each.requirements);

const listed = new Map<string, ReturnType<typeof declaredBy>>();
beforeAll(async () => {
  const { stdout } = await inNewFolder((cwd) => conformance(['list', '--json'], { cwd }));
  for (const row of JSON.parse(stdout)) listed.set(row.id, row.declaredBy);
});

test.for(REQUIREMENTS)('$id is declared where `list --json` of the build says', (requirement) => {
  const files = listed.get(requirement.id) ?? [];
  expect(files).toEqual(declaredBy(requirement));
  const sources = files.map(({ file }) => {
    const path = join(ROOT, file);
    expect(existsSync(path), `${file} is there`).toBe(true);
    return readFileSync(path, 'utf8');
  });
  const chain = files.flatMap(({ names }, index) =>
    names.map((name) => ({ name, text: declarationOf(name, sources[index] ?? '') })),
  );
  expect(chain).not.toEqual([]);
  for (const [index, { name, text }] of chain.entries()) {
    expect(text, `the declaration of ${name}`).toContain(chain[index + 1]?.name ?? '');
  }
});

test('explain names each file with its functions', async () => {
  await inNewFolder(async (cwd) => {
    const { stdout } = await conformance(['explain', 'cover.types'], { cwd });
    expect(stdout).toMatch(/\n {2}declared {3}suites\/covers\/covers\.ts \(covers\)\n/);
    expect(stdout).toMatch(
      /\n {13}suites\/\S+\/forms-of-resource\.ts \(formsOfResource, derived\)\n/,
    );
  });
});

/** The text of a function or constant of a module. */
function declarationOf(name: string, source: string): string | undefined {
  const start = new RegExp(`^(export )?(async )?(const|function) ${name}\\b`);
  return source
    .split(/^(?=export |async |const |function |\/\*\*)/m)
    .find((text) => start.test(text));
}
