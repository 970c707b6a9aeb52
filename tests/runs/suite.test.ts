import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readBaseline } from '../../analysis/baseline/read.js';
import { withBaseline, writeBaseline } from '../../cli/baseline-files.js';
import { comparisonOf } from '../../cli/comparison.js';
import { exitStatus } from '../../cli/exit-status.js';
import { Refusal } from '../../cli/refusal.js';
import { loadExtensions } from '../../cli/suites.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Report, ReportedExtension } from '../../harness/report.js';
import type { RunVerdict } from '../../harness/verdict.js';
import { inNewFolder, type Outcome, spawned } from '../cli/command.js';
import { extended } from '../reporters/extended.js';
import { conformant } from '../reporters/reports.js';

/** A module of two requirements; the second holds, the first is what it is given to be. */
function suite(first: Record<string, string> = {}, name = 'labels'): string {
  const given = { level: "'must'", versions: "['1.3', '1.4']", id: "'label.root'", ...first };
  const said = Object.entries(given).map(([key, value]) => `${key}: ${value},`);
  return `const labels = {
    says: 'The root names the labels', spec: 'Labels', consequence: 'A client finds no label.',
    ${said.join(' ')}
    async check({ api, expect }) {
      const root = await api.get('');
      const at = { exchange: root.exchange, pointer: '' };
      expect.that('labels' in root.json, { value: root.json, at }, 'the root', 'labels in it');
    },
  };
  const list = { ...labels, level: 'must', id: 'label.list', versions: ['1.4'],
    async check({ api, expect }) { expect.status(await api.get('projects/'), 200); } };
  export default [{ name: '${name}', requirements: [labels, list] }];`;
}

/** Runs `demo` on a few requirements with the files there, by their paths. */
async function withFiles(
  files: Record<string, string>,
  args: readonly string[],
): Promise<Outcome & { report?: Report }> {
  return inNewFolder(async (cwd) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    }
    const outcome = await spawned(
      ['demo', '--only', 'root,label.*', '--report', 'r.json', ...args],
      {
        cwd,
      },
    );
    const text = await readFile(join(cwd, 'r.json'), 'utf8').catch(() => undefined);
    return text === undefined ? outcome : { ...outcome, report: JSON.parse(text) as Report };
  });
}

test.concurrent('own requirements are judged beside the specification, and kept apart', async () => {
  const path = './own süites/a#b?c%20d/forge.mjs';
  const { status, stdout, report } = await withFiles({ [path]: suite() }, ['--suite', path]);
  expect(report?.verdict).toBe('conformant');
  expect(report?.counts.fail).toBe(0);
  expect(report?.requirements.filter(({ id }) => id.startsWith('label.'))).toEqual([]);
  const [extension] = report?.extensions ?? [];
  expect(extension).toMatchObject({ suite: 'forge', verdict: 'nonconformant' });
  expect(extension?.requirements.map(({ suite: of }) => of)).toEqual(['forge', 'forge']);
  const judged = extension?.results.filter(({ verdict }) => verdict !== 'not-applicable');
  expect(
    judged?.map(({ requirement, version, verdict }) => [requirement, version, verdict]),
  ).toEqual([
    ['label.root', '1.3', 'fail'],
    ['label.root', '1.4', 'fail'],
    ['label.list', '1.4', 'pass'],
  ]);
  const evidence = judged?.[0]?.exchanges[0];
  expect(report?.exchanges.some(({ n }) => n === evidence)).toBe(true);
  // The exit status is not that of the verdict, and the last line says why.
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^ CONFORMANT {2}\(.*\) · .* · forge: 1 requirement fails/,
  );
  expect(status).toBe(1);
});

test.concurrent('explain knows own requirements, and says whose they are', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'forge.mjs'), suite());
    const known = ['explain', 'label.list', '--suite', 'forge.mjs'];
    const { status, stdout } = await spawned(known, { cwd });
    expect(stdout).toMatch(/source +forge, "Labels"/);
    expect(stdout).toMatch(/check it +node \S+ --base-url URL --suite FILE --only label\.list\n/);
    expect(stdout).not.toContain('faults');
    expect(status).toBe(0);
    const near = await spawned(['explain', 'label.lists', '--suite', 'forge.mjs'], { cwd });
    expect(near.stderr).toMatch(/unknown requirement "label\.lists"; .*similar: .*label\.list/);
    const without = await spawned(['explain', 'label.list'], { cwd });
    expect([without.status, without.stderr.split('\n').length]).toEqual([2, 2]);
  });
});

test.concurrent('the doctor looks for what own requirements need, too', async () => {
  const reference = await startReference();
  try {
    await inNewFolder(async (cwd) => {
      await writeFile(join(cwd, 'forge.mjs'), suite({ needs: "['other']" }));
      const asked = ['doctor', '--base-url', reference.url, '--suite', 'forge.mjs'];
      const { status, stdout } = await spawned(asked, { cwd });
      expect(stdout).toMatch(/label\.root,\s+label\.list/);
      expect(status).toBe(0);
    });
  } finally {
    await reference.stop();
  }
});

test.concurrent('what only warns, or is observed, leaves the exit status alone', async () => {
  const { status, report } = await withFiles({ 's.mjs': suite({ level: "'should'" }) }, [
    '--suite',
    's.mjs',
  ]);
  expect(report?.extensions?.[0]).toMatchObject({ verdict: 'conformant', counts: { warn: 2 } });
  expect(status).toBe(0);
});

test('a baseline holds for own requirements, too', async () => {
  const report = extended();
  const before = await writtenBaseline(report);
  expect(before).toContain('“`GET /api/{v}/labels/` answers 200 with an array” (forge, Labels of');
  const against = { file: 'known.yaml', entries: readBaseline(before) };
  const { baseline, extensions, requirements } = withBaseline(report, { against });
  expect(baseline).toMatchObject({ outcome: 'as-expected', problems: [] });
  expect(requirements).toEqual(report.requirements);
  const expected = extensions?.[0]?.results.filter((result) => result.expected !== undefined);
  expect(expected).toMatchObject([{ requirement: 'label.list', version: '1.3' }]);
  expect(exitStatus(withBaseline(report, { against }))).toBe(0);
  expect(exitStatus(withBaseline(report, { against: { file: 'none.yaml', entries: [] } }))).toBe(1);
});

async function writtenBaseline(report: Report): Promise<string> {
  return inNewFolder(async (cwd) => {
    const file = join(cwd, 'known.yaml');
    await writeBaseline(report, { writing: { file, before: [] } });
    return readFile(file, 'utf8');
  });
}

test('the exit status is the gravest of the verdicts', () => {
  const [forge, mirror] = extended().extensions ?? [];
  const of = (verdict: RunVerdict, ...suites: (ReportedExtension | undefined)[]) =>
    exitStatus({ ...conformant(), verdict, extensions: suites.flatMap((suite) => suite ?? []) });
  expect(of('conformant', mirror)).toBe(0);
  expect(of('conformant', mirror, forge)).toBe(1);
  expect(of('incomplete', forge)).toBe(1);
  expect(of('incomplete', mirror)).toBe(3);
  expect(of('nonconformant', mirror)).toBe(1);
});

test('compare tells what became of them', () => {
  const after = extended();
  const before = structuredClone(after);
  for (const result of before.extensions?.[0]?.results ?? []) {
    if (result.verdict === 'fail') result.verdict = 'pass';
  }
  const stored = [
    { file: 'before.json', report: before },
    { file: 'after.json', report: after },
  ];
  const { verdict, steps } = comparisonOf(stored, undefined);
  expect(verdict).toBe('regressed');
  expect(steps[0]?.changes).toMatchObject([{ kind: 'regression', requirement: 'label.list' }]);
});

test.concurrent('list shows them', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 's.mjs'), suite());
    const { stdout } = await spawned(['list', '--suite', 's.mjs', '--only', 'labels'], { cwd });
    expect(stdout).toMatch(/^labels\n {2}label\.root .*\n {2}label\.list .*\n$/);
  });
});

/** What is wrong with a module, and what is said of it. */
const WRONG: readonly [name: string, text: string, said: RegExp][] = [
  ['no JavaScript', 'export default [', /s\.mjs cannot be loaded: \S/],
  ['an error', "throw new Error('no\\nmore')", /s\.mjs cannot be loaded: no$/],
  ['no default', 'export const groups = []', /has no default export; expected export default/],
  ['no array', 'export default 12', /exports 12 by default; expected an array of groups/],
  ['a nameless group', 'export default [{}]', /a group with the name nothing; expected/],
  ['no requirement', "export default [{ name: 'x' }]", /"x" without requirements; expected/],
  ['a bad level', suite({ level: "'shall'" }), /whose level is "shall"; expected must, should/],
  [
    'a bad version',
    suite({ versions: "['2.0']" }),
    /whose versions is \["2.0"\]; expected an array/,
  ],
  ['a bad id', suite({ id: "'Label'" }), /whose id is "Label"; expected an id such as label\.list/],
  [
    'an id that is taken',
    suite({ id: "'root.answers'" }),
    /"root.answers" is already used by the spec/,
  ],
  ['an id that is there twice', suite({ id: "'label.list'" }), /"label.list" is used twice/],
  ['a group that is taken', suite({}, 'paging'), /"paging" is already used by the specification/],
];

/** What is said of files that are no suites. */
async function refusal(...files: string[]): Promise<string> {
  const error: unknown = await loadExtensions(files).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(Refusal);
  return error instanceof Error ? error.message : '';
}

test.for(WRONG)('%s is refused in one clear line', async ([, text, said]) => {
  await inNewFolder(async (folder) => {
    const file = join(folder, 's.mjs');
    await writeFile(file, text);
    const message = await refusal(file);
    expect(message).toMatch(/^--suite: .*s\.mjs.*$/);
    expect(message).toMatch(said);
  });
});

test('two files of one name are refused', async () => {
  await inNewFolder(async (folder) => {
    const files = ['s.mjs', 's.js'].map((name) => join(folder, name));
    for (const file of files) await writeFile(file, suite());
    expect(await refusal(...files)).toMatch(/^--suite: two files are named s; expected .*$/);
  });
});

test.concurrent('a module that ends the process ends the command with 2, and is named', async () => {
  const files = { 'own.mjs': 'process.exit(0);' };
  const { status, stdout, stderr } = await withFiles(files, ['--suite', 'own.mjs']);
  expect(stderr).toMatch(/^conformance: --suite: .* ended its thread .*; expected .*\n$/);
  expect([status, stdout]).toEqual([2, '']);
});

test.concurrent('a module that leaves a timer does not keep the command running', async () => {
  const files = { 'own.mjs': `setInterval(() => {}, 1000); ${suite()}` };
  const { status, report } = await withFiles(files, ['--suite', 'own.mjs']);
  expect([status, report?.verdict]).toEqual([1, 'conformant']);
});

test.concurrent('a file that is not there ends the command with 2', async () => {
  const { status, stdout, stderr } = await withFiles({}, ['--suite', 'none.mjs']);
  expect(stderr).toMatch(/^conformance: --suite: .*none\.mjs not found; expected .*\n$/);
  expect([status, stdout]).toEqual([2, '']);
});
