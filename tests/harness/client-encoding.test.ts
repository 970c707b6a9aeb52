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

test.for<[what: string, coding: string, body: Buffer, message: string]>([
  [
    'is not what it is said to be',
    'gzip',
    PLAIN,
    'the body does not match its Content-Encoding gzip',
  ],
  [
    'is cut off',
    'gzip',
    gzipSync(PLAIN).subarray(0, 20),
    'does not match its Content-Encoding gzip',
  ],
  ['is packed as nobody knows', 'rot13', PLAIN, 'has the unknown Content-Encoding "rot13"'],
  [
    'unpacks to more than is read',
    'br',
    brotliCompressSync(Buffer.alloc(1_000_001, ' ')),
    'longer than 1000000 bytes when decoded (br)',
  ],
])('a body that %s is one line that names it', async ([, coding, body, message]) => {
  await asked(sending(body, coding), {}, async (client) => {
    await expect(client.read(READ)).rejects.toThrow(message);
  });
});

test('of a list without end no more is read than is looked at', async () => {
  const row = `${JSON.stringify({ name: 'ë'.repeat(500) })},`;
  let sent = 0;
  await asked(
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
      const more = () => {
        while (!response.destroyed && response.write(row)) sent += 1;
      };
      response.on('drain', more);
      more();
    },
    { maxBytes: 50_000_000 },
    async (client) => {
      const { json } = await client.read(READ);
      expect(json).toHaveLength(300);
      expect(client.traffic.bytes).toBeLessThan(1_100_000);
    },
  );
  expect(sent).toBeGreaterThan(0);
});
