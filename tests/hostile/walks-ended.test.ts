import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Report } from '../../harness/report.js';
import { parseReport } from '../../harness/stored-report.js';
import { inNewFolder, outcome, start } from '../cli/command.js';
import { withServer } from '../cli/servers.js';
import { type LongList, longList } from '../harness/long-list.js';

const LIST: LongList = {
  covers: 20_000,
  change(id, row) {
    if (id % 3000 === 1) delete row.msgid;
    if (id > 15_000) row.mbox = 'none';
  },
};

const WALK = ['--versions', '1.3', '--only', 'cover.fields,conv.mbox', '--exhaustive'];

/** A list that calls back before it returns a page of the scan. */
function calling(onPage: (page: number) => Promise<void> | void): RequestListener {
  const { listener } = longList(LIST);
  return (request, response) => {
    const [, page] = /page=(\d+)&per_page=250/.exec(request.url ?? '') ?? [];
    void Promise.resolve(page === undefined ? undefined : onPage(Number(page))).then(() =>
      listener(request, response),
    );
  };
}

/** The findings of a scan, without times, requests, and the numbers and URLs of exchanges. */
function found({ results, walk, counts, verdict }: Report): unknown {
  return {
    counts,
    verdict,
    lists: walk?.lists,
    results: results
      .filter(({ violations }) => violations.length > 0)
      .map(({ requirement, violations }) => [
        requirement,
        violations.map(({ exchange: _, ...violation }) => violation),
      ]),
  };
}

async function walkWhole(url: string, cwd: string): Promise<Report> {
  const args = ['--base-url', url, ...WALK, '--resume', 'walk.json', '--report', 'r.json'];
  expect((await outcome(start(args, { cwd }))).status).toBe(1);
  expect(existsSync(join(cwd, 'walk.json'))).toBe(false);
  return parseReport(await readFile(join(cwd, 'r.json'), 'utf8'));
}

test('a scan that is killed repeatedly and resumed has the results of an uninterrupted scan', async () => {
  const alone = await withServer(
    calling(() => {}),
    (url) => inNewFolder((cwd) => walkWhole(url, cwd)),
  );
  expect(alone.results.filter(({ verdict }) => verdict === 'fail')).toHaveLength(2);
  // The pages at which it is killed, each after more progress has been stored.
  const kills = [7, 31, 64];
  let kill = () => {};
  let kept = '';
  const onPage = async (page: number) => {
    if (page !== kills[0]) return;
    await vi.waitFor(
      async () => {
        expect(await readFile(join(folder, 'walk.json'), 'utf8').catch(() => '')).not.toBe(kept);
      },
      { timeout: 120_000 },
    );
    kills.shift();
    kill();
  };
  let folder = '';
  await withServer(calling(onPage), (url) =>
    inNewFolder(async (cwd) => {
      folder = cwd;
      while (kills.length > 0) {
        kept = await readFile(join(cwd, 'walk.json'), 'utf8').catch(() => '');
        const args = ['--base-url', url, ...WALK, '--resume', 'walk.json'];
        const child = start(args, { cwd });
        kill = () => child.kill('SIGKILL');
        expect((await outcome(child)).status).toBe(null);
      }
      const whole = await walkWhole(url, cwd);
      expect(whole.walk?.resumed).toBe(true);
      expect(found(whole)).toEqual(found(alone));
    }),
  );
});

test('Ctrl-C ends a scan with a report of its progress and the command to resume it', async () => {
  let interrupt = () => {};
  const onPage = (page: number) => {
    if (page === 40) interrupt();
  };
  await withServer(calling(onPage), (url) =>
    inNewFolder(async (cwd) => {
      const args = ['--base-url', url, ...WALK, '--report', 'r.json'];
      const child = start(args, { cwd });
      interrupt = () => child.kill('SIGINT');
      const { status, stderr, stdout } = await outcome(child);
      interrupt = () => {};
      expect(status).toBe(130);
      expect(stdout).toMatch(/covers\/ in 1\.3: [\d,]+ objects, \d+ of 80 pages/);
      const report = parseReport(await readFile(join(cwd, 'r.json'), 'utf8'));
      expect(report).toMatchObject({ interrupted: true, walk: { cut: 'the run was interrupted' } });
      const [, file = ''] = /continue with: .* --resume (\S+)\n/.exec(stderr) ?? [];
      const again = ['--base-url', url, ...WALK, '--resume', file, '--report', 'r.json'];
      expect((await outcome(start(again, { cwd }))).status).toBe(1);
      const whole = parseReport(await readFile(join(cwd, 'r.json'), 'utf8'));
      expect(whole.walk).toMatchObject({ resumed: true, objects: 20_000 });
    }),
  );
});
