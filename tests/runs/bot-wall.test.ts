import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { type Fate, withProxy } from '../harness/proxy.js';

const CHALLENGE: Fate = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Making sure you&#39;re not a bot!</title>',
  arrives: false,
};

test('a page in place of each fifth response is no failure, and named at the top', async () => {
  const reference = await startReference();
  let count = 0;
  const fate = (): Fate => {
    count += 1;
    return count % 5 === 0 ? CHALLENGE : 'pass';
  };
  try {
    await withProxy(reference.url, fate, (url) =>
      inNewFolder(async (cwd) => {
        const only = ['--only', 'cover.*,version.*', '--versions', '1.2,1.3'];
        const args = ['--base-url', url, ...only, '--report', 'run.json'];
        const { status, stdout } = await conformance(args, { cwd });
        expect(status, stdout).toBe(0);
        const words = stdout.replace(/\s+/g, ' ');
        expect(words).toMatch(
          /A bot wall seems to stand before the instance: \d+ responses had an HTML page \(“Making sure you're not a bot!”\)/,
        );
        expect(words).toContain('--user-agent');
        const report: unknown = JSON.parse(await readFile(`${cwd}/run.json`, 'utf8'));
        expect(report).toMatchObject({ traffic: { challenges: { lost: 0 } } });
      }),
    );
  } finally {
    await reference.stop();
  }
});
