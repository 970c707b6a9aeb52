import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
    return { path, source: readFileSync(path, 'utf8') };
  });
  const chain = files.flatMap(({ names }, index) =>
    names.map((name) => ({ name, text: declarationOf(name, sources[index]?.source ?? '') })),
  );
  expect(chain).not.toEqual([]);
  for (const [index, { name, text }] of chain.entries()) {
    expect(text, `the declaration of ${name}`).toContain(chain[index + 1]?.name ?? '');
  }
  // A table of the requirements that a function derives may be in a module of its own.
  const written = [...sources.map(({ source }) => source), ...sources.flatMap(importedBy)];
  const where = `${requirement.id} is written in ${files.map(({ file }) => file)}, or in an import`;
  expect(
    written.some((text) => isWrittenIn(text, requirement.id)),
    where,
  ).toBe(true);
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

test.for([
  { source: "'cover.types'", written: true },
  { source: `\`\${id}.types\``, written: true },
  { source: "'cover'", written: false },
  { source: "'cover.types.of'", written: false },
  { source: `\`\${id}.fields\``, written: false },
  { source: `\`\${id}.\${name}\``, written: false },
])('$source writes cover.types: $written', ({ source, written }) => {
  expect(isWrittenIn(`{ id: ${source} }`, 'cover.types')).toBe(written);
});

/** The text of a function or constant of a module. */
function declarationOf(name: string, source: string): string | undefined {
  const start = new RegExp(`^(export )?(async )?(const|function) ${name}\\b`);
  return source
    .split(/^(?=export |async |const |function |\/\*\*)/m)
    .find((text) => start.test(text));
}

/** The modules of the project that a module imports. */
function importedBy({ path, source }: { path: string; source: string }): string[] {
  return [...source.matchAll(/ from '(\.[^']+)\.js'/g)].map(([, module]) =>
    readFileSync(join(dirname(path), `${module}.ts`), 'utf8'),
  );
}

/**
 * Whether a module has the id, or its beginning of at least two words, as a literal or as a template with
 * a word of the id.
 */
function isWrittenIn(source: string, id: string): boolean {
  const texts = [...source.matchAll(/'([\w.-]+)'|`([^`\n]+)`/g)];
  return texts.some(([, literal, template = '']) => {
    const fixed = (literal ?? template).split(/\$\{[^}]*\}/);
    if (!fixed.some((text) => /\.[a-z]|[a-z]\./.test(text))) return false;
    const pattern = fixed.map((text) => text.replaceAll(/[^\w-]/g, '\\$&')).join('.*');
    return new RegExp(`^${pattern}(\\.|$)`).test(id);
  });
}
