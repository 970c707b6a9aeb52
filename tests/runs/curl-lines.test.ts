import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Exchange, Report } from '../../harness/report.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { withServer } from '../cli/servers.js';
import { credentials, withInstance } from './instance.js';

const run = promisify(execFile);

/** Names that a shell, a mask or curl could take for more than text. */
const HOSTILE = [
  '${' + 'CONFORMANCE_X:=$(touch canary)}${' + 'CONFORMANCE_X[0]@P}',
  '$CONFORMANCE_MAINTAINER_PASSWORD',
  '${' + 'CONFORMANCE_USER_TOKEN%?}',
  '`touch canary`',
  "'; touch canary; '",
  '"; touch canary; "',
  '[1-3]',
  '{a,b}',
  '@canary',
];

const FAULTS = [
  'user-username-writable',
  'project-web-url-not-validated',
  'patch-forms-refused',
  'check-by-id-not-found-before-1.2',
];

interface Received {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Calls back with the address of a server, and what it received. */
function recording<T>(work: (url: string, received: Received[]) => Promise<T>): Promise<T> {
  const received: Received[] = [];
  return withServer(
    async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const { method = '', url = '', headers } = request;
      received.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
      response.end(method === 'HEAD' ? undefined : '{}');
    },
    (url) => work(url, received),
  );
}

/** The requests on record of a faulty instance whose links have hostile texts. */
async function recorded(): Promise<{
  exchanges: Exchange[];
  env: Record<string, string>;
  url: string;
}> {
  return withInstance(
    {
      faults: FAULTS,
      front: async (request, answer) => {
        // What fails is on record.
        if (/[?&]x=/.test(request.url)) return new Response('{"detail": "No."}', { status: 500 });
        const response = await answer(request);
        const link = response.headers.get('link');
        if (link === null || request.method !== 'GET') return response;
        const headers = new Headers(response.headers);
        headers.set(
          'link',
          link.replace(/>; rel="next"/, `&x=${HOSTILE.join().replaceAll(' ', '%20')}$&`),
        );
        return new Response(await response.text(), { status: response.status, headers });
      },
    },
    (reference) =>
      inNewFolder(async (cwd) => {
        const env = credentials(reference);
        const what = ['--versions', '1.3', '--allow-writes', '--journal', 'j', '--quiet'];
        const only = [
          '--only',
          'page.*,paging,people,covers,user.*,project.*,check.*,bundle.*,client.*,conventions',
        ];
        const args = ['run', '--base-url', reference.url, ...what, ...only, '--report', '-'];
        const { stdout } = await conformance(args, { cwd, env: { ...env, TMPDIR: cwd } });
        const { exchanges } = JSON.parse(stdout) as Report;
        return { exchanges, env, url: reference.url };
      }),
  );
}

test('every curl line sends exactly the request on record, once, and runs nothing else', async () => {
  const { exchanges, env, url: original } = await recorded();
  expect(exchanges.length).toBeGreaterThan(30);
  expect(exchanges.some(({ curl }) => curl.includes('canary'))).toBe(true);
  expect(new Set(exchanges.map(({ request }) => request.method)).size).toBeGreaterThan(3);
  const withValues = (text: string) =>
    text.replaceAll(/\$(CONFORMANCE_\w+)/g, (name, variable: string) => env[variable] ?? name);
  await recording((url, received) =>
    inNewFolder(async (cwd) => {
      for (const { request, curl } of exchanges) {
        received.length = 0;
        const line = curl.replaceAll(original, url);
        await run('bash', ['-c', line], { cwd, env: { ...env, PATH: process.env.PATH ?? '' } });
        expect(existsSync(join(cwd, 'canary')), curl).toBe(false);
        expect(received, curl).toHaveLength(1);
        const [sent] = received;
        expect(sent?.method).toBe(request.method);
        // A fragment is not sent, and what masks hide is not compared.
        const masked = /\$\{?CONFORMANCE_|\*{3}/.test(request.url);
        if (!masked) expect(url + (sent?.url ?? '')).toBe(request.url.replaceAll(original, url));
        for (const [name, value] of Object.entries(request.headers)) {
          if (name === 'user-agent' || name === 'accept') continue;
          const own = withValues(value).replace(
            /^Basic (.*:.*)$/s,
            (_, pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`,
          );
          if (!/\$\{|\*{3}/.test(own)) expect(sent?.headers[name], `${name} of ${curl}`).toBe(own);
        }
        const isWhole = request.bodyBytes === undefined && !/\*{3}/.test(request.body ?? '');
        if (isWhole) expect(sent?.body).toBe(request.body ?? '');
      }
    }),
  );
});
