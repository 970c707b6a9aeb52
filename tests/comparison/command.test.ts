import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { everywhere, plotted } from './plots.js';

const HELD = plotted({ 'a.rule': { verdicts: everywhere('pass') } });
const BROKEN = plotted({ 'a.rule': { verdicts: everywhere('fail') } }, { seed: 2 });

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

interface Asked {
  reports: Record<string, Report | string>;
  versions?: Version[];
  report?: string[];
  message: RegExp;
}

const NARROW: Report = {
  ...HELD,
  target: { ...HELD.target, versionsOffered: ['1.1'], versionsExamined: ['1.1'] },
  results: HELD.results.filter(({ version }) => version === '1.1'),
};
const OTHER: Report = {
  ...HELD,
  target: { ...HELD.target, versionsOffered: ['1.2'], versionsExamined: ['1.2'] },
  results: HELD.results.filter(({ version }) => version === '1.2'),
};

const REFUSED: [name: string, asked: Asked][] = [
  ['one report alone', { reports: { 'a.json': HELD }, message: /two or more reports, or one/ }],
  [
    'one version',
    {
      reports: { 'a.json': HELD },
      versions: ['1.1'],
      message: /--versions: expected two versions/,
    },
  ],
  [
    'a version that was not examined',
    { reports: { 'a.json': HELD }, versions: ['1.1', '1.3'], message: /did not test 1\.3/ },
  ],
  [
    'another format',
    {
      reports: { 'a.json': HELD, 'b.json': '{"format":"conformance-report/1"}' },
      message: /b\.json is a report of the format/,
    },
  ],
  [
    'no report',
    { reports: { 'a.json': HELD, 'b.json': 'hello' }, message: /b\.json is not a report/ },
  ],
  [
    'nothing in common',
    {
      reports: { 'a.json': NARROW, 'b.json': OTHER },
      message: /nothing to compare.*no tested version in common/,
    },
  ],
  [
    'a format that there is not',
    {
      reports: { 'a.json': HELD },
      report: ['x.xml'],
      message: /--report: "x\.xml" names no format/,
    },
  ],
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

test.for(REFUSED)('%s: refused in one line', async ([, { reports, versions, report, message }]) => {
  await inNewFolder(async (folder) => {
    for (const [name, each] of Object.entries(reports)) {
      const text = typeof each === 'string' ? each : JSON.stringify(each);
      await writeFile(join(folder, name), text);
    }
    const { status, stderr } = await conformance(
      [
        'compare',
        ...Object.keys(reports),
        ...(versions === undefined ? [] : ['--versions', versions.join(',')]),
        ...(report ?? []).flatMap((path) => ['--report', path]),
      ],
      { cwd: folder },
    );
    expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
  });
});
