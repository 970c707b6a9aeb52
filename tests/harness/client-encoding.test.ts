import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
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
