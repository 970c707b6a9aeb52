import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { inNewFolder, outcome, spawned, start } from '../cli/command.js';

/** Tests `serve` with a number of patches, by 64 requests at once. Returns the report and the memory of the server. */
async function examined(patches: string, folder: string) {
  const file = join(folder, 'env');
  const child = start(['serve', '--write-env', file, '--patches', patches], { cwd: folder });
  const ended = outcome(child);
  try {
    await once(createInterface(child.stdout), 'line');
    const env = parse(await readFile(file, 'utf8'));
    const how = ['--versions', '1.3', '--runs', '1', '--concurrency', '64'];
    const args = ['--allow-writes', ...how, '--report', '-'];
    const run = await spawned(args, { cwd: folder, env });
    const memory = await readFile(`/proc/${child.pid}/status`, 'utf8');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(memory)?.[1]);
    return { report: JSON.parse(run.stdout) as Report, status: run.status, kilobytes };
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

test('a million patches conform as a thousand do, with no more requests and hardly more memory', async () => {
  await inNewFolder(async (folder) => {
    const few = await examined('1000', folder);
    const many = await examined('1000000', folder);
    expect(many.status).toBe(0);
    expect(many.report.verdict).toBe('conformant');
    expect(many.report.counts).toEqual(few.report.counts);
    // The requests depend on the responses, but not on the size of the instance.
    expect(many.report.traffic.requests).toBeLessThan(1.05 * few.report.traffic.requests);
    expect(many.kilobytes).toBeLessThan(1.5 * few.kilobytes);
  });
});
