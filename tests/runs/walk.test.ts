import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPTIONS } from '../../cli/options.js';
import { checkScanFile, resumableScanSettings } from '../../cli/scan-settings.js';
import { parseReport } from '../../harness/stored-report.js';
import { checkBounds } from '../../harness/walk/walk-file.js';
import { inNewFolder, spawned } from '../cli/command.js';
import { withServer } from '../cli/servers.js';
import { longList } from '../harness/long-list.js';

const WALK = ['--versions', '1.3', '--only', 'cover.fields', '--exhaustive'];

/** One of ten thousand cover letters lacks its message id. */
const ONE_IN_TEN_THOUSAND = {
  covers: 10_000,
  change(id: number, row: Record<string, unknown>) {
    if (id === 7777) delete row.msgid;
  },
};

test('a walk is cut by --max-requests, gone on with, and names the one object at fault', async () => {
  const { listener, requests } = longList(ONE_IN_TEN_THOUSAND);
  await withServer(listener, (url) =>
    inNewFolder(async (cwd) => {
      const again = ['--base-url', url, ...WALK, '--resume', 'walk.json'];
      const cut = await spawned([...again, '--max-requests', '40', '--report', 'cut.json'], {
        cwd,
      });
      const command = `${again.slice(0, -1).join(' ')} ${join(cwd, 'walk.json')}\n`;
      expect(cut.stderr).toMatch(/continue with: node \S+\.js --base-url /);
      expect(cut.stderr).toContain(command);
      expect(cut.stdout).toMatch(
        /covers\/ in 1\.3: [\d,]+ objects, \d+ of 40 pages \(\d+ %\): the/,
      );
      expect(cut.stdout).toMatch(/the\s+limit\s+of\s+--max-requests\s+40/);
      expect(cut.status).toBe(3);
      expect(requests()).toHaveLength(40);
      const before = parseReport(await readFile(join(cwd, 'cut.json'), 'utf8'));
      expect(before).toMatchObject({ interrupted: true, walk: { lists: [{ complete: false }] } });
      expect(before.counts.fail).toBe(0);

      const reports = ['whole.json', 'whole.md', 'whole.xml', 'whole.html'];
      const files = reports.flatMap((name) => ['--report', name]);
      const whole = await spawned([...again, ...files], { cwd });
      expect(whole.status).toBe(1);
      expect(existsSync(join(cwd, 'walk.json'))).toBe(false);
      const [json = '', ...others] = await Promise.all(
        reports.map((name) => readFile(join(cwd, name), 'utf8')),
      );
      const report = parseReport(json);
      expect(report.walk).toMatchObject({ resumed: true, objects: 10_000 });
      expect(report.walk?.lists).toMatchObject([{ complete: true, pages: 40, ofPages: 40 }]);
      const failed = report.results.filter(({ verdict }) => verdict === 'fail');
      expect(failed).toMatchObject([
        {
          requirement: 'cover.fields',
          violations: [{ pointer: '/26/msgid', count: 1, ids: [7777] }],
        },
      ]);
      const [exchange] = report.exchanges;
      expect(exchange?.request.url).toContain('/covers/?page=32&per_page=250');
      for (const text of [whole.stdout, ...others]) expect(text).toContain('1 (id 7777)');
    }),
  );
});

test('what does not fit together is one clear line', async () => {
  await inNewFolder(async (cwd) => {
    const [other, broken] = [join(cwd, 'other.json'), join(cwd, 'broken.json')];
    await writeFile(other, '{"format": "conformance-report/1"}');
    await writeFile(broken, '{"format": "conformance-walk/1", "tool": 5}');
    const given = { exhaustive: undefined, sample: undefined, resume: undefined };
    const refused: [values: Partial<Parameters<typeof resumableScanSettings>[0]>, line: RegExp][] =
      [
        [{ exhaustive: true, sample: 5 }, /^--exhaustive and --sample cannot be combined/],
        [{ resume: 'walk.json' }, /^--resume requires --exhaustive or --sample N/],
        [{ exhaustive: true, resume: other }, /other\.json /],
        [{ sample: 5, resume: broken }, /broken\.json is damaged: [^\n]+$/],
      ];
    for (const [values, line] of refused) {
      const checked = async () => checkScanFile(resumableScanSettings({ ...given, ...values }));
      await expect(checked()).rejects.toThrow(line);
    }
    expect(() => OPTIONS.maxRequests.parse(['3'])).toThrow(/25/);
  });
});

test('a walk of another instance, of other lists or of another extent is not gone on with', () => {
  const bounds = { tool: '1.0.0', baseUrl: 'https://a.example', sample: 0, lists: ['1.3/covers/'] };
  const kept = {
    format: 'conformance-walk/1' as const,
    ...bounds,
    state: { lists: [], exchanges: [] },
  };
  expect(() => checkBounds(kept, bounds)).not.toThrow();
  const others: [other: Partial<typeof bounds>, line: RegExp][] = [
    [{ tool: '2.0.0' }, /another version of this program/],
    [
      { baseUrl: 'https://b.example' },
      /another instance: expected https:\/\/b\.example, but it has/,
    ],
    [{ sample: 9 }, /number of objects: expected 9 per list, but it has every object/],
    [{ lists: ['1.2/covers/'] }, /a scan of other lists: expected 1\.2\/covers\//],
  ];
  for (const [other, line] of others) {
    expect(() => checkBounds(kept, { ...bounds, ...other })).toThrow(line);
  }
});
