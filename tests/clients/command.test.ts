import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shippedProfiles } from '../../cli/client-profiles.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { everywhere, plotted } from '../comparison/plots.js';

const PROFILES = {
  'covers.yaml': 'name: reader\nendpoints: [covers]\n',
  'dates.yaml': 'name: sorter\norder: { covers: [date] }\n',
  'search.yaml': 'name: searcher\nsearch: [covers]\n',
};

/** A report in which the first profile works, the second does not, and of the third it is unknown. */
const REPORT = plotted({
  'cover.list': { verdicts: everywhere('pass') },
  'order.date': { verdicts: everywhere('fail'), why: 'the second cover is older' },
});

/** Calls back with a folder with the profiles and the report. */
function withFiles<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return inNewFolder(async (folder) => {
    const files = { ...PROFILES, 'run.json': JSON.stringify(REPORT) };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return work(folder);
  });
}

test.for([
  [['covers.yaml'], 0, / YES {2}reader: works in 1\.1 1\.2\n$/],
  [
    ['covers.yaml', 'dates.yaml', 'search.yaml'],
    1,
    / NO {2}1 of 3 clients work · not: sorter · unknown: searcher\n$/,
  ],
  [['covers.yaml', 'search.yaml'], 3, / UNKNOWN {2}1 of 2 clients work · unknown: searcher\n$/],
  [['dates.yaml'], 1, / NO {2}sorter: order\.date: the second cover is older\n$/],
] as const)('%j ends with %d', async ([profiles, expected, last]) => {
  await withFiles(async (cwd) => {
    const { status, stdout, stderr } = await conformance(['client', ...profiles, 'run.json'], {
      cwd,
    });
    expect(stdout).toMatch(last);
    expect([status, stderr]).toEqual([expected, '']);
  });
});

test('--all answers for every client that comes with the package, and for those given', async () => {
  await withFiles(async (cwd) => {
    const args = ['client', '--all', 'covers.yaml', 'run.json', '--report', '-'];
    const { status, stdout } = await conformance(args, { cwd });
    const answers = JSON.parse(stdout);
    expect(
      answers.clients.map(({ profile }: { profile: { file: string } }) => profile.file),
    ).toEqual([...shippedProfiles(), 'covers.yaml']);
    expect([answers.verdict, status]).toEqual(['unknown', 3]);
  });
});

test('the answer as JSON on standard output, and in every other format', async () => {
  await withFiles(async (cwd) => {
    const files = ['a.md', 'a.html', 'a.json'];
    const reports = ['-', ...files].flatMap((file) => ['--report', file]);
    const { status, stdout, stderr } = await conformance(
      ['client', 'dates.yaml', 'pwclient', 'run.json', ...reports],
      { cwd },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'conformance-clients/1',
      verdict: 'no',
      report: { file: 'run.json', baseUrl: 'https://patchwork.example.org' },
      versions: ['1.1', '1.2'],
      clients: [
        {
          profile: { file: 'dates.yaml', name: 'sorter' },
          verdict: 'no',
          versions: [
            { version: '1.1', answer: 'no' },
            { version: '1.2', answer: 'no' },
          ],
          needs: [{ kind: 'order', of: 'covers', name: 'date', requirements: ['order.date'] }],
        },
        { profile: { file: 'pwclient', name: 'pwclient' }, verdict: 'unknown' },
      ],
    });
    expect(await readFile(join(cwd, 'a.json'), 'utf8')).toBe(stdout);
    expect(stderr).toMatch(/^conformance: wrote a\.md\n[\s\S]* NO {2}0 of 2 clients work/);
    expect(files.map((file) => existsSync(join(cwd, file)))).toEqual([true, true, true]);
    expect(status).toBe(1);
  });
});

test('what cannot be read is refused in one line', async () => {
  await withFiles(async (folder) => {
    const [run, good, bad] = ['run.json', 'covers.yaml', 'bad.yaml'].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    await writeFile(bad, 'name: mine\nendpoints: [cover]\n');
    const refusals: [files: string[], message: RegExp][] = [
      [[], /client needs profiles and (a|one) report/],
      [[good], /client needs profiles and (a|one) report/],
      [[`${good}x`, run], /cannot be read: no such file/],
      [
        ['git-pww', run],
        /git-pww cannot be read: .*one of b4, .*, snowpatch; did you mean git-pw\?\n$/,
      ],
      [
        [good, bad, run],
        /bad\.yaml is not a client profile: line 2: unknown endpoints "cover"; similar: covers/,
      ],
      [['--all'], /client needs profiles and (a|one) report/],
      [[run, good], /is not a report/],
      [[good, run, run], /is not a client profile/],
    ];
    for (const [files, message] of refusals) {
      const { status, stderr } = await conformance(['client', ...files], { cwd: folder });
      expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
      expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
    }
  });
});
