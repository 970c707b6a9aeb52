import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { JOURNAL_FORMAT } from '../../harness/journal-entry.js';
import { conformance, inNewFolder } from './command.js';
import { switchedOff, withServer } from './servers.js';

const certificate = (type: 'key' | 'pem') =>
  fileURLToPath(
    new URL(`../../fixtures/hostile/certificates/self-signed.${type}`, import.meta.url),
  );

test.for<[option: string, args: (address: string) => string[]]>([
  ['--base-url', (address) => ['--base-url', address]],
  ['--base-url', (address) => ['doctor', '--base-url', address]],
  ['--base-url', (address) => ['restore', 'journal', '--base-url', address]],
  ['OLD_URL', (address) => ['compare', '--live', address, 'http://127.0.0.1:9']],
])('%s: the part before the page is used, and one line tells it', ([option, args]) =>
  withServer(switchedOff, (url) =>
    inNewFolder(async (cwd) => {
      const head = { entry: 'head', format: JOURNAL_FORMAT, run: '0', baseUrl: url };
      await writeFile(
        join(cwd, 'journal'),
        `${JSON.stringify({ ...head, startedAt: '2026-01-01T00:00:00Z' })}\n`,
      );
      const { stderr } = await conformance(args(`${url}/api/1.2/patches/`), { cwd });
      expect(stderr.split('\n')[0]).toBe(
        `conformance: ${option}: using ${url}, the part before /api/1.2/patches/`,
      );
      expect(stderr).not.toContain('does not answer');
    }),
  ),
);

test('an address without a scheme is asked by https, and one line tells it', async () => {
  const keys = { key: readFileSync(certificate('key')), cert: readFileSync(certificate('pem')) };
  await withServer(
    switchedOff,
    (url) =>
      inNewFolder(async (cwd) => {
        const host = url.replace('https://', '');
        const args = ['--base-url', `${host}/project/x/list/`, '--ca', certificate('pem')];
        const { status, stderr } = await conformance(args, { cwd });
        const [line, result] = stderr.split('\n');
        expect(line).toBe(
          `conformance: --base-url: using ${url}, the part before /project/x/list/`,
        );
        expect(result).toContain(`${url}: the API is disabled`);
        expect(status).toBe(2);
      }),
    createServer(keys),
  );
});

test('one that does not answer by https is refused, and nothing is sent by http', async () => {
  const received: string[] = [];
  await withServer(
    ({ url = '' }, response) => {
      received.push(url);
      response.end();
    },
    (url) =>
      inNewFolder(async (cwd) => {
        const host = url.replace('http://', '');
        const env = { CONFORMANCE_USER_TOKEN: 'hunter2hunter2' };
        const { status, stdout, stderr } = await conformance(['--base-url', host], { cwd, env });
        expect(stderr).toMatch(/^conformance: --base-url: [^\n]+\n$/);
        expect(stderr).toContain(`${host} does not answer by https: the server does not speak TLS`);
        expect(stderr).toContain(`expected https://${host} or http://${host}\n`);
        expect([status, stdout, received]).toEqual([2, '', []]);
      }),
  );
});
