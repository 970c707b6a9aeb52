import { expect, test } from 'vitest';
import { type SourceFile, sourcesBelow } from './sources.js';

/** What the files of a folder may import of the project besides each other. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  library: ['cli/', 'suites/', 'analysis/', 'reporters/', 'schemas/', 'specification/', 'harness/'],
  cli: [
    'suites/',
    'analysis/',
    'reporters/',
    'fixtures/',
    'schemas/',
    'specification/',
    'harness/',
  ],
  suites: ['specification/', 'schemas/', 'harness/'],
  analysis: ['specification/', 'harness/'],
  // It runs a client on the reference, and checks its requests.
  'analysis/trial': ['analysis/', 'fixtures/', 'schemas/', 'specification/', 'harness/'],
  schemas: ['specification/'],
  harness: ['specification/'],
  specification: [],
  reporters: ['analysis/', 'schemas/', 'specification/', 'harness/'],
  // A reference that shares code with the checks would share their mistakes.
  'fixtures/reference': [],
  'fixtures/faults': ['fixtures/reference/'],
  'fixtures/variations': ['fixtures/reference/', 'fixtures/faults/'],
};

const FOLDERS = Object.keys(MAY_IMPORT);

const SHIPPED = [...FOLDERS.filter((folder) => !folder.includes('/')), 'fixtures'].flatMap(
  sourcesBelow,
);

function below(folder: string): SourceFile[] {
  return SHIPPED.filter(({ path }) => path.startsWith(`${folder}/`));
}

/** The files of a folder without those of a folder within it that has rules of its own. */
function ownFiles(folder: string): SourceFile[] {
  const inner = FOLDERS.filter((each) => each.startsWith(`${folder}/`));
  return below(folder).filter(({ path }) => !inner.some((each) => path.startsWith(`${each}/`)));
}

/** `a imports b`, for each import of the project's own files that is not allowed. */
function strayImports(folder: string): string[] {
  const allowed = [`${folder}/`, ...(MAY_IMPORT[folder] ?? [])];
  return ownFiles(folder).flatMap(({ path, imports }) =>
    imports
      .map(({ of }) => of)
      .filter((of) =>
        /^(library|cli|suites|analysis|schemas|specification|harness|reporters|fixtures|tests|tools)\//.test(
          of,
        ),
      )
      .filter((of) => !allowed.some((prefix) => of.startsWith(prefix)))
      .map((of) => `${path} imports ${of}`),
  );
}

test.for(FOLDERS)('imports of %s run one way', (folder) => {
  expect(below(folder).flatMap(({ imports }) => imports).length).toBeGreaterThan(0);
  expect(strayImports(folder)).toEqual([]);
});

test('no group of suites imports another', () => {
  const groupOf = (path: string) => path.split('/')[1];
  const between = below('suites').flatMap(({ path, imports }) =>
    imports
      .filter(({ of }) => of.startsWith('suites/'))
      .filter(({ of }) => ![groupOf(path), 'support'].includes(groupOf(of)))
      .map(({ of }) => `${path} imports ${of}`),
  );
  expect(between).toEqual([]);
  // The control: groups import what they share, and support imports itself only.
  const shared = below('suites').flatMap(({ imports }) => imports);
  expect(shared.some(({ of }) => of.startsWith('suites/support/'))).toBe(true);
});

// In the reference what an answer shows and how it behaves refer to each other by type.
const WITHOUT_CIRCLES = FOLDERS.filter((folder) => folder !== 'fixtures/reference');

test.for(WITHOUT_CIRCLES)('no file of %s imports itself in a circle, types included', (folder) => {
  const importsOf = new Map(
    below(folder).map(({ path, imports }) => [path, imports.map(({ of }) => of)]),
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
    if (trail.includes(path) || done.has(path)) return;
    for (const next of importsOf.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of importsOf.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

const NETWORK =
  /^(undici|(node:)?(http|https|http2|net|tls|dgram|dns)(\/promises)?|@hono\/node-server)$/;

test('nobody but the client and the fixtures touches the network', () => {
  const allowed = ['harness/client/', 'fixtures/'];
  const others = SHIPPED.filter(({ path }) => !allowed.some((prefix) => path.startsWith(prefix)));
  const touching = others.filter(
    ({ imports, text }) =>
      imports.some(({ of, typeOnly }) => NETWORK.test(of) && !typeOnly) ||
      /(?<![.\w])fetch\(|\bnew (WebSocket|EventSource|XMLHttpRequest)\b/.test(text),
  );
  expect(touching.map(({ path }) => path)).toEqual([]);
  // The control: what is looked for is found where it belongs.
  const transport = SHIPPED.find(({ path }) => path === 'harness/client/transport.ts');
  expect(transport?.imports.some(({ of }) => NETWORK.test(of))).toBe(true);
  // What is loaded by another way than an import is not among them.
  const loading = SHIPPED.filter(({ text }) => /\bcreateRequire\b/.test(text));
  expect(loading.map(({ path }) => path)).toEqual(['schemas/validate.ts']);
});

test('no import reaches into the private files of a package', () => {
  // Ajv's own documentation imports it so: https://ajv.js.org/json-schema.html
  const documented = ['vitest/node', 'hono/body-limit', 'hono/html', 'ajv/dist/2020.js'];
  const imported = SHIPPED.flatMap(({ imports }) => imports.map(({ of }) => of));
  const packages = imported.filter((of) => !of.startsWith('node:') && !of.endsWith('.ts'));
  const inside = packages.filter((of) => of.replace(/^@[^/]+\//, '').includes('/'));
  expect(inside.filter((of) => !documented.includes(of) && !of.endsWith('.json'))).toEqual([]);
});

test("requirements are judged by the harness' own expect, never by Vitest's", () => {
  const judging = [...below('suites'), ...below('harness')];
  const engine = judging.filter(({ imports }) => imports.some(({ of }) => /^vitest\b/.test(of)));
  expect(engine.map(({ path }) => path)).toEqual([
    'harness/engine/declare-run.ts',
    'harness/engine/engine.ts',
    'harness/engine/vitest.ts',
    'harness/engine/worker-data.ts',
  ]);
  for (const { path, text, imports } of judging) {
    expect(text, path).not.toMatch(/\bexpect\.soft\b|\bassert\(/);
    const fromVitest = imports.filter(({ of }) => /^vitest\b/.test(of));
    for (const { names } of fromVitest) expect(names, path).not.toMatch(/\b(expect|assert|vi)\b/);
  }
});
