import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { inNewFolder, outcome, spawned, start } from '../cli/command.js';

/** Lists patches of an instance by a query: those of the first page of one, and the number of pages. */
async function listed(url: string, query: string) {
  const response = await fetch(`${url}/api/1.3/patches/?per_page=1&${query}`);
  const last = Number(/page=(\d+)>; rel="last"/.exec(response.headers.get('link') ?? '')?.[1]);
  type Row = { id: number; msgid: string; name: string };
  return { rows: (await response.json()) as Row[], last };
}

/** Calls back with `serve` of a number of patches, and tests it by 64 requests at once. */
async function examined(patches: number, folder: string) {
  const file = join(folder, 'env');
  const serve = ['serve', '--write-env', file, '--patches', String(patches)];
  const child = start(serve, { cwd: folder });
  const ended = outcome(child);
  try {
    const [url] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { rows, last } = await listed(url, 'page=last');
    expect([rows[0]?.id, last]).toEqual([patches, patches]);
    const { msgid = '', name = '' } = rows[0] ?? {};
    const found = await listed(url, `msgid=${encodeURIComponent(msgid.slice(1, -1))}`);
    expect(found.rows.map(({ id }) => id)).toEqual([patches]);
    // All rows beyond the first 1,500 have that name.
    const alike = await listed(url, `q=${encodeURIComponent(name)}`);
    expect(alike.last).toBeGreaterThan(Math.max(0, patches - 1501));
    const env = parse(await readFile(file, 'utf8'));
    const only = [
      '--only',
      'page.*,order,filter.events*,client-patches,client.patch.update*,check.create',
    ];
    const how = ['--versions', '1.3', '--concurrency', '64', ...only];
    const run = await spawned(['--allow-writes', ...how, '--report', '-'], { cwd: folder, env });
    const memory = await readFile(`/proc/${child.pid}/status`, 'utf8');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(memory)?.[1]);
    return { report: JSON.parse(run.stdout) as Report, status: run.status, kilobytes };
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

test('a million patches are served and conform as a thousand do, with no more requests and hardly more memory', async () => {
  await inNewFolder(async (folder) => {
    const few = await examined(1000, folder);
    const many = await examined(1_000_000, folder);
    expect(many.status).toBe(0);
    expect(many.report.verdict).toBe('conformant');
    expect(many.report.counts).toEqual(few.report.counts);
    // The requests depend on the responses, but not on the size of the instance.
    expect(many.report.traffic.requests).toBeLessThan(1.2 * few.report.traffic.requests);
    expect(many.kilobytes).toBeLessThan(1.5 * few.kilobytes);
  });
});
