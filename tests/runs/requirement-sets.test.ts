import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entry } from '../../analysis/baseline/entry.js';
import { readBaseline } from '../../analysis/baseline/read.js';
import { withBaseline, writeBaseline } from '../../cli/baseline-files.js';
import type { Report } from '../../harness/report.js';
import { parseReport } from '../../harness/stored-report.js';
import { renderAnnotations } from '../../reporters/annotations.js';
import { ROOT } from '../project-copy.js';

/** The requirements that fail: the older set lacks one, has one as a SHOULD, and one in fewer versions. */
const FAULTS = {
  'root.collections': 'root-without-series',
  'root.urls': 'root-urls-relative',
  'user.settings': 'own-user-without-settings',
};
const RUN = [
  ...['demo', '--only', [...Object.keys(FAULTS), 'root.about'].join(), '--versions', '1.2..1.4'],
  ...Object.values(FAULTS).flatMap((fault) => ['--fault', fault]),
];

const FORMATS = ['md', 'xml', 'html', 'svg'];
const FILES = ['json', ...FORMATS].flatMap((extension) => ['--report', `run.${extension}`]);

let copy: string;

/** Runs the command of the copy. */
function conformance(...args: string[]): { status: number | null; stdout: string } {
  const main = join(copy, 'dist/cli/main.js');
  const { PATH = '', HOME = '' } = process.env;
  const where = { cwd: copy, encoding: 'utf8', env: { PATH, HOME } } as const;
  return spawnSync(process.execPath, [main, ...args], where);
}

function read(name: string): string {
  return readFileSync(join(copy, name), 'utf8');
}

/** `id version` of the results that have a verdict. */
function having(verdict: string, { results }: Pick<Report, 'results'>): string[] {
  return results
    .filter((each) => each.verdict === verdict)
    .map(({ requirement, version }) => `${requirement} ${version}`);
}

/** A copy of the built package whose set 1.0 is older than the catalogue. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'conformance-sets-'));
  for (const path of ['dist', 'package.json', 'requirements', 'schemas/report.schema.json']) {
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const older = read('requirements/1.0.json')
    .replace(/^\{"id":"root\.collections".*\n/m, '')
    .replace(/^(\{"id":"root\.urls".*)"must"/m, '$1"should"')
    .replace(/^(\{"id":"user\.settings".*)"1\.2","1\.3","1\.4"/m, '$1"1.1"');
  writeFileSync(join(copy, 'requirements/1.0.json'), older);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

test('what was added after a set does not change its verdict, and is reported apart', () => {
  const all = conformance(...RUN, ...FILES);
  expect([all.status, all.stdout]).toEqual([1, expect.stringContaining(' NONCONFORMANT ')]);
  const whole = parseReport(read('run.json'));
  const versions = ['1.2', '1.3', '1.4'];
  expect(having('fail', whole).sort()).toEqual(
    Object.keys(FAULTS).flatMap((id) => versions.map((version) => `${id} ${version}`)),
  );
  expect(whole.extensions).toBeUndefined();

  const { status, stdout } = conformance(...RUN, ...FILES, '--requirements', '1.0');
  expect(status, stdout).toBe(0);
  expect(stdout).toMatch(
    / CONFORMANT {2}\(with writes, .*, requirements of 1\.0, --only: 2 requirements\) · 2 of .*\n$/,
  );
  expect(stdout).toMatch(
    /── Added after 1\.0: 0 of 1 hold, 1 fails ─[\s\S]*✗ root\.collections {2}MUST, fails/,
  );
  const report = parseReport(read('run.json'));
  expect([report.verdict, report.scope?.requirements]).toEqual(['conformant', '1.0']);
  expect([having('fail', report), having('error', report)]).toEqual([[], []]);
  // The level and the versions are those of the set.
  expect(having('warn', report)).toEqual(versions.map((version) => `root.urls ${version}`));
  expect(having('not-applicable', report)).toContain('user.settings 1.4');
  expect(report.extensions).toMatchObject([
    { suite: 'added after 1.0', addedAfter: '1.0', verdict: 'nonconformant' },
  ]);
  expect(report.extensions?.flatMap((each) => having('fail', each))).toEqual(
    versions.map((version) => `root.collections ${version}`),
  );
  expect(read('run.xml')).not.toMatch(/<failure|<error/);
  expect(read('run.xml')).toMatch(
    /<testsuite name="added after 1\.0" [\s\S]*name="root\.collections in 1\.2–1\.4"[^>]*>\s*<skipped /,
  );
  expect(read('run.md')).toMatch(
    /^### Added after 1\.0: 0 of 1 hold, 1 fails\n[\s\S]*\n#### ❌ `root\.collections` MUST, fails/m,
  );
  expect(read('run.html')).toContain('<h2>Added after 1.0: 0 of 1 hold, 1 fails');
  expect(read('run.svg')).toMatch(/1\.2–1\.4 conformant \(.*requirements of 1\.0/);
  expect(renderAnnotations(report)).toBe('');
});

test('a baseline neither lists nor expects what was added after the set', async () => {
  const report = parseReport(read('run.json'));
  const file = join(copy, 'known.yaml');
  await writeBaseline(report, { writing: { file, before: [] } });
  expect(readBaseline(read('known.yaml'))).toEqual([]);

  const entries = Object.keys(FAULTS)
    .filter((id) => id !== 'root.urls')
    .map((requirement): Entry => ({ requirement, versions: ['1.4'], verdict: 'fail' }));
  const { baseline } = withBaseline(report, { against: { file: 'known.yaml', entries } });
  expect(baseline).toMatchObject({ outcome: 'as-expected', problems: [] });
  expect(baseline?.notHeld).toEqual([{ why: 'not in the requirements of 1.0', results: 2 }]);
});

test('a baseline may name what was added after the set, also where --only leaves it out; an unknown id fails', () => {
  const known = '  - { requirement: root.collections, versions: ["1.4"] }\n';
  const unknown = '  - { requirement: root.colections, versions: ["1.4"] }\n';
  const one = ['demo', '--only', 'root.about', '--versions', '1.4', '--requirements', '1.0'];
  const against = (entries: string) => {
    writeFileSync(join(copy, 'known.yaml'), `expected:\n${entries}`);
    return conformance(...one, '--baseline', 'known.yaml');
  };
  const held = against(known);
  expect(held.status, held.stdout).toBe(0);
  expect(held.stdout).not.toContain('Added after');
  const wrong = against(known + unknown);
  expect(wrong.status, wrong.stdout).toBe(1);
  expect(wrong.stdout).toMatch(
    /no requirement has this id .*: root\.colections in 1\.4 \(line 3\)/,
  );
});
