import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { inNewFolder, spawned } from '../cli/command.js';

/** Blocks the worker in the midst of a run, as a machine with a load of 30 does, for longer than Vitest's usual limits. */
const BLOCKING = `export default [{ name: 'busy', requirements: [{
  id: 'busy.worker', says: 'It blocks', spec: 'None', level: 'must', versions: ['1.2'],
  consequence: 'Nothing else is answered meanwhile.',
  async check({ api, expect }) {
    expect.status(await api.get('projects/'), 200);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 15_000);
  },
}] }];`;

test.concurrent('a worker that is blocked for 15 seconds reports the same', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'blocking.mjs'), BLOCKING);
    const demo = (...args: string[]) =>
      spawned(['demo', '--versions', '1.2', '--seed', '1', '--runs', '1', ...args], { cwd });
    const resultsIn = async (file: string) => {
      const report = JSON.parse(await readFile(join(cwd, file), 'utf8')) as Report;
      const [contracts, ...custom] = report.extensions ?? [];
      expect(contracts?.advisory).toBe(true);
      const results = [...report.results, ...(contracts?.results ?? [])].map(
        (each) => `${each.requirement} ${each.version} ${each.verdict}`,
      );
      return { results, verdict: report.verdict, custom };
    };
    const [free, busy] = await Promise.all([
      demo('--report', 'free.json'),
      demo('--report', 'busy.json', '--suite', 'blocking.mjs'),
    ]);
    expect([free.status, busy.status]).toEqual([0, 0]);
    const [expected, received] = [await resultsIn('free.json'), await resultsIn('busy.json')];
    expect(received.results).toEqual(expected.results);
    expect(received.verdict).toBe('conformant');
    expect(received.custom.map(({ counts }) => counts.pass)).toEqual([1]);
  });
});
