import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { Read } from '../../harness/client/request.js';
import { asked, json } from './serving.js';

const CREDENTIALS = { user: { token: 'same', name: 'u', password: 'p' }, other: { token: 'same' } };
const PLAIN: Read = { role: 'anonymous', url: '/api/' };

test('identical reads are asked once, at the same time and later', async () => {
  await asked(json([]), {}, async (client, { requests }) => {
    const [first, second] = await Promise.all([client.read(PLAIN), client.read(PLAIN)]);
    const third = await client.read({ ...PLAIN });
    expect(second).toBe(first);
    expect(third).toBe(first);
    expect(requests).toHaveLength(1);
    expect(client.traffic.requests).toBe(1);
  });
});

const DIFFERENT: [what: string, changed: Partial<Read>][] = [
  ['another role', { role: 'user' }],
  ['another role with the same token', { role: 'other' }],
  ['another scheme', { role: 'user', scheme: 'basic' }],
  ['other credentials', { authorization: 'Token wrong' }],
  ['another header', { headers: { accept: '*/*' } }],
  ['another method', { method: 'HEAD' }],
  ['another query', { url: '/api/?page=2' }],
  ['another path', { url: '/api' }],
];

test.for(DIFFERENT)('%s is another read', async ([, changed]) => {
  await asked(json([]), { credentials: CREDENTIALS }, async (client, { requests }) => {
    const plain = await client.read(PLAIN);
    const different = await client.read({ ...PLAIN, ...changed });
    expect(different.exchange).not.toBe(plain.exchange);
    expect(requests).toHaveLength(2);
  });
});

test('no more requests are under way at once than was asked for', async () => {
  const waiting: ServerResponse[] = [];
  let most = 0;
  const answerWhenAllAreHere = (_: unknown, response: ServerResponse) => {
    waiting.push(response);
    most = Math.max(most, waiting.length);
    // Twelve are wanted, three at a time: each three are answered when the third has come.
    if (waiting.length === 3) for (const each of waiting.splice(0)) each.end('[]');
  };
  await asked(answerWhenAllAreHere, { concurrency: 3 }, async (client, { connections }) => {
    const wanted = Array.from({ length: 12 }, (_, page) => `/?page=${page}`);
    await Promise.all(wanted.map((url) => client.read({ ...PLAIN, url })));
    expect(most).toBe(3);
    expect(connections()).toBe(3);
  });
});

test('what is answered with an error was not looked at; a refusal was, but for a page of rows', async () => {
  const byStatus = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    response.statusCode = Number(url.slice(-3));
    response.end('[]');
  };
  await asked(byStatus, {}, async (client) => {
    for (const status of [200, 403, 404, 500]) {
      await client.read({ ...PLAIN, url: `/api/?read=${status}` });
      await client.readUnstored({ ...PLAIN, url: `/api/?page=${status}` });
    }
    const paths = [...(client.log.reads.get('anonymous') ?? [])].map((url) => url.split('?')[1]);
    expect(paths).toEqual(['read=200', 'page=200', 'read=403', 'read=404']);
  });
});
