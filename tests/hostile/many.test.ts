import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'dotenv';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { VERSIONS } from '../../specification/versions.js';
import { inNewFolder, outcome, spawned, start } from '../cli/command.js';

/** The limit of requests of a version, for any size of the instance. */
const MOST_READS = 150;

interface Har {
  entries: { request: { url: string } }[];
}

/** Tests `serve` with options. Returns the report, the most requests of a version and the memory of the server. */
async function examined(args: string[], folder: string) {
  const file = join(folder, 'env');
  const child = start(['serve', '--write-env', file, ...args], { cwd: folder });
  const ended = outcome(child);
  try {
    await once(createInterface(child.stdout), 'line');
    const env = parse(await readFile(file, 'utf8'));
    await spawned(['--report', 'reading.har', '--quiet'], { cwd: folder, env });
    const { log }: { log: Har } = JSON.parse(await readFile(join(folder, 'reading.har'), 'utf8'));
    const versions = log.entries.map(({ request }) => /\/api\/(1\.\d)\//.exec(request.url)?.[1]);
    const run = await spawned(['--allow-writes', '--report', '-'], { cwd: folder, env });
    const memory = await readFile(`/proc/${child.pid}/status`, 'utf8');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(memory)?.[1]);
    const reads = Math.max(
      ...VERSIONS.map((version) => versions.filter((each) => each === version).length),
    );
    expect(reads).toBeGreaterThan(50);
    return { report: JSON.parse(run.stdout) as Report, status: run.status, reads, kilobytes };
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

test('a million patches conform as a few do, with no more requests and hardly more memory', async () => {
  await inNewFolder(async (folder) => {
    const usual = await examined([], folder);
    const thousand = await examined(['--patches', '1000'], folder);
    const many = await examined(['--patches', '1000000'], folder);
    expect(many.status).toBe(0);
    expect(many.report.verdict).toBe('conformant');
    expect(many.report.counts).toEqual(usual.report.counts);
    // The requests depend on the responses, but not on the size of the instance.
    const [few, more] = [thousand.report.traffic.requests, many.report.traffic.requests];
    expect(more).toBeLessThan(1.05 * few);
    expect([usual, thousand, many].filter(({ reads }) => reads > MOST_READS)).toEqual([]);
    expect(many.kilobytes).toBeLessThan(1.5 * usual.kilobytes);
  });
}, 240_000);
