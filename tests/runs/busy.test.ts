import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { inNewFolder, spawned } from '../cli/command.js';
import { misbehavingWorker } from '../cli/misbehaving-worker.js';

/** Blocks the worker once, as a machine with a load of 30 does, for longer than Vitest's usual limits. */
const BLOCKING = misbehavingWorker(
  '"submitter"',
  `if (globalThis.isBlocked) return parse(text, reviver);
   globalThis.isBlocked = true;
   Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15_000);`,
);

test.concurrent('a worker that is blocked for 15 seconds reports the same', async () => {
  await inNewFolder(async (cwd) => {
    const demo = (file: string, env: Record<string, string>) => {
      const args = ['--versions', '1.2', '--seed', '1', '--runs', '1', '--report', file];
      return spawned(['demo', ...args], { cwd, env });
    };
    const reportIn = async (file: string) => {
      const report = JSON.parse(await readFile(join(cwd, file), 'utf8')) as Report;
      const contracts = report.extensions?.flatMap(({ results }) => results) ?? [];
      expect(contracts.length).toBeGreaterThan(0);
      const results = [...report.results, ...contracts].map(
        (each) => `${each.requirement} ${each.version} ${each.verdict}`,
      );
      const longestMs = Math.max(...report.results.map(({ durationMs }) => durationMs));
      return { results, verdict: report.verdict, longestMs };
    };
    const [free, busy] = await Promise.all([demo('free.json', {}), demo('busy.json', BLOCKING)]);
    expect([free.status, busy.status]).toEqual([0, 0]);
    const [expected, received] = [await reportIn('free.json'), await reportIn('busy.json')];
    expect(received.results).toEqual(expected.results);
    expect(received.verdict).toBe('conformant');
    expect(received.longestMs).toBeGreaterThan(15_000);
  });
});
