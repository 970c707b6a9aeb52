import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readBody } from '../../harness/client/answer.js';
import { asked } from './serving.js';

const READ = { role: 'anonymous', url: '/' } as const;

function sending(body: string | Buffer, coding: string): RequestListener {
  return (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding });
    response.end(body);
  };
}

const PLAIN = Buffer.from('[{"name": "Zoë"}]');

test.for<[coding: string, body: Buffer]>([
  ['gzip', gzipSync(PLAIN)],
  ['X-GZIP', gzipSync(PLAIN)],
  ['deflate', deflateSync(PLAIN)],
  ['br', brotliCompressSync(PLAIN)],
  ['deflate, gzip', gzipSync(deflateSync(PLAIN))],
  ['identity', PLAIN],
  ['', PLAIN],
])('a body with the Content-Encoding "%s" is read', async ([coding, body]) => {
  await asked(sending(body, coding), {}, async (client) => {
    expect(await client.read(READ)).toMatchObject({ json: [{ name: 'Zoë' }] });
  });
});

test.for<[what: string, body: string, isCut: boolean]>([
  ['of 4,000 letters', `["${'ж'.repeat(2_000)}"]`, false],
  ['of 20 kB in an alphabet of two bytes', `["${'ж'.repeat(10_000)}"]`, true],
  ['of 30 kB that is no JSON', 'ж'.repeat(15_000), true],
])('a body %s says whether it was cut', async ([, body, isCut]) => {
  await asked(sending(body, ''), {}, async (client) => {
    const { exchange } = await client.read(READ);
    const { response } = client.records.exchange(exchange) ?? {};
    expect(response?.bodyBytes).toBe(isCut ? Buffer.byteLength(body) : undefined);
    expect(body.startsWith(response?.body ?? 'none')).toBe(true);
  });
});

test.for<[what: string, beginning: Buffer]>([
  ['of more rows than any page has', Buffer.from(`[${'1,'.repeat(310)}"`)],
  ['that is nested deeper than any object', Buffer.from(`${'['.repeat(201)}"`)],
  ['that is not UTF-8', Buffer.from('["\xfc ', 'latin1')],
])(
  'of a body %s the rest is not received, and a secret that it ends in is masked',
  async ([, beginning]) => {
    const token = 'ab6341f91f0a55457f928342bfda031f832c9659';
    const listener: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(Buffer.concat([beginning, Buffer.from(token.slice(0, 30))]));
      setTimeout(() => response.end(`${token.slice(30)}"]`), 50);
    };
    await asked(listener, { credentials: { user: { token } } }, async (client) => {
      const { exchange } = await client.read(READ);
      const { response } = client.records.exchange(exchange) ?? {};
      expect(response?.body).toMatch(/\$CONFORMANCE_USER_TOKEN$/);
      expect(response?.bodyBytes).toBe(beginning.length + 30);
    });
  },
);

test('an object whose members are named like methods can be printed', async () => {
  const body = '[{"toString": 1, "valueOf": {"\\u0074oString": 2}}]';
  await asked(sending(body, ''), {}, async (client) => {
    const { json } = await client.read(READ);
    expect(String(json)).toBe('[object Object]');
    // A long text with such names takes no time; JSON with many levels is as any other.
    const text = JSON.stringify(['toString'.repeat(500_000)]);
    expect(readBody(text, Buffer.from('')).notJson).toBeUndefined();
    const deep = `{"toString":1,"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(readBody(deep, Buffer.from('')).notJson).toBeUndefined();
    expect(JSON.stringify(json)).toBe('[{"toString":1,"valueOf":{"toString":2}}]');
  });
});
