import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, inject, test } from 'vitest';
import { generatedFiles } from '../../schemas/files.js';
import { VERSIONS } from '../../specification/versions.js';
import { mentionsIn } from '../docs/mentions.js';
import { ROOT } from '../docs/pages.js';
import { done } from './ran.js';

const { clone, tarball, home, warnings } = inject('packed');
const MODULES = join(home, 'node_modules');
const PACKAGE = join(MODULES, 'patchwork-conformance');

/** An install takes no more than this. */
const LARGEST_MB = 60;

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

const { scripts, ...manifest } = JSON.parse(
  readFileSync(join(PACKAGE, 'package.json'), 'utf8'),
) as Record<'scripts' | 'dependencies', Record<string, string> | undefined>;
const { dependencies = {} } = manifest;

const packed = filesBelow(PACKAGE).map((path) => path.slice(PACKAGE.length + 1));

test('the package holds what is built, the schemas and what is to be read, and no more', () => {
  const isTop = (path: string) => !path.includes('/');
  const folders = packed.filter((path) => !isTop(path)).map((path) => path.split('/')[0]);
  const known = ['cli', 'dist', 'docs', 'fixtures', 'requirements', 'schemas'];
  expect([...new Set(folders)].sort()).toEqual(known);
  const pages = ['CHANGELOG', 'CODE_OF_CONDUCT', 'CONTRIBUTING', 'README', 'SECURITY'];
  expect(packed.filter(isTop).sort()).toEqual(
    ['.env.example', ...pages.map((page) => `${page}.md`), 'LICENSE', 'package.json'].sort(),
  );
  for (const path of generatedFiles().keys()) expect(packed).toContain(`schemas/${path}`);
  expect(packed).toContain('schemas/report.schema.json');
  // No sources, and nothing that only serves this repository.
  const others = /^dist\/(tools|tests|fixtures\/hostile)\/|(?<!\.d)\.ts$/;
  expect(packed.filter((path) => others.test(path))).toEqual([]);
});

test('the links of its pages lead to files of the package', () => {
  const pages = packed.filter((path) => path.endsWith('.md'));
  expect(pages.length).toBeGreaterThan(50);
  const links = pages.flatMap((page) =>
    mentionsIn(readFileSync(join(PACKAGE, page), 'utf8')).links.map((link) => ({ page, link })),
  );
  const relative = links.filter(({ link }) => !/^(https?:|mailto:|#)/.test(link));
  const dead = relative.filter(
    ({ page, link }) => !packed.includes(normalize(join(dirname(page), link.split('#')[0] ?? ''))),
  );
  expect(relative.length).toBeGreaterThan(100);
  expect(dead).toEqual([]);
});

test('it has the declarations of what it exports, and of nothing else', () => {
  const declarations = packed.filter((path) => path.endsWith('.d.ts'));
  expect(declarations).toContain('dist/library/index.d.ts');
  expect(declarations.filter((path) => path.startsWith('dist/reporters/'))).toEqual([]);
  for (const path of declarations) {
    const text = readFileSync(join(PACKAGE, path), 'utf8');
    const from = [...text.matchAll(/from '([^']+)'/g)].map(([, of]) => of ?? '');
    const others = from.filter((of) => !of.startsWith('.') && !Object.hasOwn(dependencies, of));
    expect([path, others]).toEqual([path, []]);
  }
});

test(`an install runs nothing of it, and takes less than ${LARGEST_MB} MB`, () => {
  expect(scripts).toBeUndefined();
  expect(warnings).not.toMatch(/warn/i);
  const bytes = filesBelow(MODULES).reduce((sum, path) => sum + statSync(path).size, 0);
  expect(bytes / 1_000_000).toBeLessThan(LARGEST_MB);
  expect(bytes).toBeGreaterThan(10_000_000);
});

test('the checkout keeps its scripts, and whoever packs it finds it as it was', () => {
  const text = readFileSync(join(clone, 'package.json'), 'utf8');
  expect(text).toBe(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const { scripts: kept, ...rest } = JSON.parse(text);
  expect(kept).toMatchObject({ prepare: 'node build.mjs' });
  expect(rest).toEqual(manifest);
  expect(readdirSync(clone).filter((name) => name.startsWith('.package.json'))).toEqual([]);
});

test('publint finds nothing', async () => {
  const bytes = readFileSync(tarball);
  const content = new Uint8Array(bytes).buffer;
  const { messages, pkg } = await publint({ pack: { tarball: content }, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('the types are what they claim to be', async () => {
  // Too large to be installed with the rest: it brings a compiler of its own.
  const attw = ['--yes', '@arethetypeswrong/cli@0.18.5', tarball, '--profile', 'esm-only'];
  const { stdout } = await done('npx', [...attw, '--format', 'json'], { cwd: home });
  // Its status tells of problems; here, that it looked at anything.
  expect(JSON.parse(stdout)).toHaveProperty(['analysis', 'entrypoints', '.']);
});

test('every schema and every document resolves', async () => {
  const paths = VERSIONS.flatMap((version) =>
    ['schema', 'openapi'].map((name) => `schemas/v${version}/${name}.json`),
  );
  const all = [...paths, 'schemas/report.schema.json', 'package.json'];
  const script = all
    .map((path) => `import.meta.resolve('patchwork-conformance/${path}')`)
    .map((resolved) => `JSON.parse(fs.readFileSync(url.fileURLToPath(${resolved}), 'utf8'));`)
    .join('\n');
  const imports = "import fs from 'node:fs'; import url from 'node:url';";
  await done(process.execPath, ['--input-type=module', '-e', `${imports}${script}`], { cwd: home });
  const deep = "await import('patchwork-conformance/dist/cli/main.js')";
  const refused = done(process.execPath, ['--input-type=module', '-e', deep], { cwd: home });
  await expect(refused).rejects.toThrow(/ERR_PACKAGE_PATH_NOT_EXPORTED/);
});
