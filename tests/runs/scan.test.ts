import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseReport } from '../../harness/stored-report.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { withServer } from '../cli/servers.js';
import { longList } from '../harness/long-list.js';

const SCAN = ['--versions', '1.3', '--only', 'cover.fields', '--exhaustive'];

/** One of ten thousand cover letters lacks its message id. */
const ONE_IN_TEN_THOUSAND = {
  covers: 10_000,
  change(id: number, row: Record<string, unknown>) {
    if (id === 7777) delete row.msgid;
  },
};

test('a scan is ended by --max-requests, and a whole one names the one object at fault', async () => {
  const { listener, requests } = longList(ONE_IN_TEN_THOUSAND);
  await withServer(listener, (url) =>
    inNewFolder(async (cwd) => {
      const args = ['--base-url', url, ...SCAN];
      const cut = await conformance([...args, '--max-requests', '40', '--report', 'cut.json'], {
        cwd,
      });
      expect(cut.stdout).toMatch(
        /covers\/ in 1\.3: [\d,]+ objects, \d+ of 40 pages \(\d+ %\): the/,
      );
      expect(cut.stdout).toMatch(/the\s+limit\s+of\s+--max-requests\s+40/);
      expect(cut.status).toBe(3);
      expect(requests()).toHaveLength(40);
      const before = parseReport(await readFile(join(cwd, 'cut.json'), 'utf8'));
      expect(before).toMatchObject({ interrupted: true, scan: { lists: [{ complete: false }] } });
      expect(before.counts.fail).toBe(0);

      const reports = ['whole.json', 'whole.md', 'whole.xml', 'whole.html'];
      const files = reports.flatMap((name) => ['--report', name]);
      const whole = await conformance([...args, ...files], { cwd });
      expect(whole.status).toBe(1);
      const [json = '', ...others] = await Promise.all(
        reports.map((name) => readFile(join(cwd, name), 'utf8')),
      );
      const report = parseReport(json);
      expect(report.scan).toMatchObject({
        objects: 10_000,
        lists: [{ complete: true, pages: 40, ofPages: 40 }],
      });
      const failed = report.results.filter(({ verdict }) => verdict === 'fail');
      expect(failed).toMatchObject([
        {
          requirement: 'cover.fields',
          violations: [{ pointer: '/26/msgid', count: 1, ids: [7777] }],
        },
      ]);
      const [exchange] = report.exchanges;
      expect(exchange?.request.url).toContain('/covers/?page=32&per_page=250');
      for (const text of [whole.stdout, ...others]) expect(text).toContain('1 object (id 7777)');
    }),
  );
});
