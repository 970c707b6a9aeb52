import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { everywhere, plotted } from './plots.js';

const LATER = '2026-01-03T03:04:05.000Z';
const HELD = plotted({ 'a.rule': { verdicts: everywhere('pass') } });
const BROKEN = plotted({ 'a.rule': { verdicts: everywhere('fail') } }, { startedAt: LATER });

async function stored(folder: string, reports: Record<string, unknown>): Promise<void> {
  for (const [name, report] of Object.entries(reports)) {
    await writeFile(join(folder, name), JSON.stringify(report));
  }
}

test('a regression of a MUST ends with 1, and every format is written', async () => {
  await inNewFolder(async (cwd) => {
    await stored(cwd, { 'before.json': HELD, 'after.json': BROKEN });
    const files = ['c.json', 'c.md', 'c.html'];
    const { status, stdout, stderr } = await conformance(
      ['compare', 'before.json', 'after.json', ...files.flatMap((file) => ['--report', file])],
      { cwd, env: { CONFORMANCE_VERSIONS: '1.1..1.2' } },
    );
    expect(stdout).toMatch(/^ {2}A {2}https:\/\/patchwork\.example\.org, /m);
    expect(stdout).toContain('\n! Only 1.1 1.2 compared (--versions).\n');
    expect(stdout).toMatch(/\n REGRESSED {2}1 MUST regressed [^\n]*\n$/);
    expect(stderr).toMatch(/^conformance: wrote c\.json\n/);
    const written: unknown = JSON.parse(await readFile(join(cwd, 'c.json'), 'utf8'));
    expect(written).toMatchObject({ format: 'conformance-comparison/1' });
    expect(files.map((file) => existsSync(join(cwd, file)))).toEqual([true, true, true]);
    expect(status).toBe(1);
  });
});

/** The held report as if it offered one version only. */
const narrowed = (version: Version): Report => ({
  ...HELD,
  target: { ...HELD.target, versionsOffered: [version], versionsExamined: [version] },
  results: HELD.results.filter((each) => each.version === version),
});

const FILES = {
  'a.json': HELD,
  'other.json': { format: 'conformance-report/1' },
  'text.json': 'hello',
  '1.1.json': narrowed('1.1'),
  '1.2.json': narrowed('1.2'),
  'no-1.2.json': {
    ...HELD,
    target: { ...HELD.target, versionsOffered: ['1.1'], versionsExamined: ['1.1'] },
    results: HELD.results.filter((each) => each.version !== '1.2'),
  },
};

const REFUSED: [args: string, message: RegExp][] = [
  ['a.json', /two or more reports, or one/],
  ['a.json --versions 1.1', /--versions: expected two versions/],
  ['a.json --versions 1.1,1.3', /did not test 1\.3/],
  ['a.json other.json', /other\.json is a report of the format/],
  ['a.json text.json', /text\.json is not a report/],
  ['a.json --report x.xml', /"x\.xml" names no format of a comparison: .* \.json, \.html, \.md/],
];

test('a report that is read is never written over', async () => {
  await inNewFolder(async (folder) => {
    const [before = '', after = ''] = ['a.json', 'b.json'].map((name) => join(folder, name));
    await writeFile(before, JSON.stringify(HELD));
    await writeFile(after, JSON.stringify(BROKEN));
    const same = join(folder, '..', basename(folder), 'b.json');
    const { status, stderr } = await conformance(['compare', before, after, '--report', same], {
      cwd: folder,
    });
    expect([status, stderr]).toEqual([
      2,
      expect.stringContaining('is an input file; expected another file'),
    ]);
    expect(await readFile(after, 'utf8')).toBe(JSON.stringify(BROKEN));
  });
});

test.for<[args: string, status: number]>([
  // The oldest may be removed; there is nothing else to compare.
  ['1.1.json 1.2.json', 3],
  ['a.json no-1.2.json', 1],
  ['a.json no-1.2.json --versions 1.2', 1],
])('a version that is gone is something to compare: %s', async ([args, expected]) => {
  await inNewFolder(async (cwd) => {
    await stored(cwd, FILES);
    const { status, stdout } = await conformance(['compare', ...args.split(' ')], { cwd });
    expect([status, stdout]).toEqual([expected, expect.stringContaining('no longer offered')]);
  });
});

test.for(REFUSED)('%s: refused in one line', async ([args, message]) => {
  await inNewFolder(async (cwd) => {
    await stored(cwd, FILES);
    const { status, stderr } = await conformance(['compare', ...args.split(' ')], { cwd });
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
  });
});
