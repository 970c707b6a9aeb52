import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { inNewFolder, spawned } from '../cli/command.js';
import { type Fate, type Passing, withProxy } from '../harness/proxy.js';

const pageOf = (title: string): Fate => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>${title}</title>`,
  arrives: false,
});
const CHALLENGE = pageOf('Making sure you&#39;re not a bot!');

/** Runs the command on the reference behind a proxy that decides which request gets a page. */
async function behindWall(fateOf: (request: Passing, count: number) => Fate) {
  const reference = await startReference();
  let count = 0;
  try {
    return await withProxy(
      reference.url,
      (request) => {
        count += 1;
        return fateOf(request, count);
      },
      (url) =>
        inNewFolder(async (cwd) => {
          const only = ['--only', 'cover.*,version.*', '--versions', '1.2,1.3'];
          const args = ['--base-url', url, ...only, '--report', 'run.json'];
          const result = await spawned(args, { cwd });
          const report: unknown = JSON.parse(await readFile(`${cwd}/run.json`, 'utf8'));
          return { ...result, report };
        }),
    );
  } finally {
    await reference.stop();
  }
}

const words = (text: string) => text.replace(/\s+/g, ' ');

test('a page in place of each fifth response is no failure, and named at the top', async () => {
  const { status, stdout, report } = await behindWall((_, count) =>
    count % 5 === 0 ? CHALLENGE : 'pass',
  );
  expect(status, stdout).toBe(0);
  expect(words(stdout)).toMatch(
    /A bot wall seems to stand before the instance: \d+ responses had an HTML page \(“Making sure you're not a bot!”\)/,
  );
  expect(words(stdout)).toContain('--user-agent');
  expect(report).toMatchObject({ traffic: { challenges: { lost: 0 } } });
});

test('a list that is always a page of another site fails alone', async () => {
  const { status, stdout } = await behindWall(({ path }) =>
    /^\/api\/1\.2\/covers\/(\?|$)/.test(path) ? pageOf('Covers') : 'pass',
  );
  expect(status, stdout).toBe(1);
  expect(stdout).toMatch(/ {2}failing:\n +cover\.list +1\.2\n\n/);
  expect(stdout).not.toContain('bot wall');
});

test('a wall that comes up for good leaves the rest unchecked', async () => {
  const { status, stdout } = await behindWall((_, count) => (count > 30 ? CHALLENGE : 'pass'));
  expect(status, stdout).toBe(3);
  expect(words(stdout)).toContain('got nothing else, also on retry: their results are errors');
});
