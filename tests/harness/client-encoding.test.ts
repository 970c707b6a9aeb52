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
