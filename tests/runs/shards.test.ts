import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readOptions } from '../../cli/read-options.js';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import type { Report } from '../../harness/report.js';
import { inNewFolder, spawned } from '../cli/command.js';

/** What departs in several versions and groups, so that there is evidence to be joined. */
const FAULTS = ['last-off-by-one', 'cover-event-as-string', 'cover-url-with-series-id'];
const ASKED = ['--versions', '1.4', '--only', 'root,covers,events,conv.url.*,page.last.*'];
const SHARDS = [1, 2];

async function stored(folder: string, name: string): Promise<Report> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Report;
}

/** A report without what differs from run to run: times, traffic, and the numbers of exchanges. */
function comparable({
  startedAt: _at,
  durationMs: _ms,
  traffic: _traffic,
  latencies: _took,
  ...report
}: Report) {
  const named = new Map(
    report.exchanges.map(({ n, role, request, response }) => [
      n,
      `${role} ${request.method} ${request.url} ${response.status} ${response.body}`,
    ]),
  );
  return {
    ...report,
    exchanges: [...new Set(named.values())].sort(),
    results: report.results.map(({ durationMs: _own, exchanges, violations, ...result }) => ({
      ...result,
      exchanges: exchanges.map((n) => named.get(n)).sort(),
      violations: violations.map(({ exchange = 0, ...each }) => [each, named.get(exchange)]),
    })),
  };
}

test('shards are merged into what one run would have said', async () => {
  const behaviour = soundBehaviour();
  for (const id of FAULTS) faultNamed(id).apply(behaviour);
  const reference = await startReference({ behaviour });
  try {
    await inNewFolder(async (cwd) => {
      const env = { CONFORMANCE_BASE_URL: reference.url };
      const run = (...args: string[]) => spawned([...ASKED, ...args], { cwd, env });
      const whole = await run('--seed', '0', '--report', 'whole.json');
      for (const index of SHARDS) {
        const part = await run('--shard', `${index}/2`, '--report', `${index}.json`);
        expect(part.stdout).toContain(`Shard ${index} of 2: what other shards check is left out.`);
        expect(part.stdout).toMatch(new RegExp(` SHARD ${index} OF 2: [A-Z ]+ [^\n]*\n$`));
        expect((await stored(cwd, `${index}.json`)).shard).toEqual({ index, count: 2 });
      }
      const files = ['2.json', '1.json', '--report', 'merged.json'];
      const merged = await spawned(['merge', ...files, '--report', 'merged.md'], { cwd });
      expect([merged.status, merged.stderr]).toEqual([whole.status, '']);
      expect(merged.stdout.split('\n').at(-2)).toBe(whole.stdout.split('\n').at(-2));
      const [one, all] = [await stored(cwd, 'whole.json'), await stored(cwd, 'merged.json')];
      expect(one.counts.fail).toBeGreaterThan(1);
      expect(comparable(all)).toEqual(comparable(one));
      expect(new Set(all.exchanges.map(({ n }) => n)).size).toBe(all.exchanges.length);
    });
  } finally {
    await reference.stop();
  }
});

test.for(['0/4', '5/4', '1/51', '1', 'a/b'])('%s is no shard', (text, { expect }) => {
  expect(() => readOptions('run', { shard: [text] }, [])).toThrow(
    `--shard: expected a shard such as 1/4, from 1/1 to 50/50, received "${text}"`,
  );
});
