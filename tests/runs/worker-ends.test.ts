import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { outcome, start } from '../cli/command.js';
import { misbehavingWorker } from '../cli/misbehaving-worker.js';
import { errorsOf } from '../hostile/trial.js';
import { expectAsItWas, leftIn, withWrites } from './written.js';

/** The end of the name of an object that a check makes and reads in the midst of writing: names are numbered. */
const MARK = /-(1[5-9]|2\d)"/;

async function reportIn(cwd: string): Promise<Report> {
  return JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
}

test.for([
  ['ends itself', 'exit(7);', 'the thread of the checks ended by itself'],
  [
    'runs out of memory',
    'const all = []; for (;;) all.push(new Array(1000).fill({}));',
    'the checks ran out of memory',
  ],
] as const)(
  'a worker that %s in the midst of writing: the rest is reported, and data restored',
  async ([, code, why]) => {
    await withWrites(
      () => 'pass',
      async ({ args, cwd, env, reference, before }) => {
        const misbehaving = { ...env, ...misbehavingWorker(MARK, code) };
        const child = start([...args, '--report', 'r.json'], { cwd, env: misbehaving });
        const { status, stdout } = await outcome(child);
        expect(stdout).toMatch(/INCOMPLETE/);
        const report = await reportIn(cwd);
        expect(report).toMatchObject({ interrupted: true, writes: { notRestored: [] } });
        expect(report.counts.pass).toBeGreaterThan(0);
        expect(JSON.stringify(report)).toContain(`${why} before this was checked`);
        expect(await errorsOf(report)).toEqual([]);
        expect(status).toBe(3);
        expectAsItWas(reference, before);
        expect(await leftIn(cwd)).toEqual(['r.json']);
      },
    );
  },
);

/** Leaves a rejection that nobody handles when the main thread, which shows progress, writes its third text. */
const IN_PROGRESS = `
  import { isMainThread } from 'node:worker_threads';
  if (isMainThread) {
    let texts = 0;
    const { write } = process.stderr;
    process.stderr.write = (...text) => {
      texts += 1;
      if (texts === 3) Promise.reject(new Error('nobody handles this'));
      return write.apply(process.stderr, text);
    };
  }`;

test('a rejection in the checks or the progress that nobody handles changes neither report nor restoring', async () => {
  const inChecks = misbehavingWorker(MARK, "Promise.reject(new Error('nobody handles this'));");
  const inProgress = `--import data:text/javascript,${encodeURIComponent(IN_PROGRESS)}`;
  const misbehaving = { NODE_OPTIONS: `${inChecks.NODE_OPTIONS} ${inProgress}` };
  await withWrites(
    () => 'pass',
    async ({ args, cwd, env, reference, before }) => {
      const words = [...args.filter((word) => word !== '--quiet'), '--report', 'r.json'];
      const child = start(words, { cwd, env: { ...env, ...misbehaving } });
      const { status, stderr } = await outcome(child);
      expect(stderr).toMatch(/100 %/);
      expect(await reportIn(cwd)).toMatchObject({
        verdict: 'conformant',
        writes: { notRestored: [] },
      });
      expect(status).toBe(0);
      expectAsItWas(reference, before);
    },
  );
});
