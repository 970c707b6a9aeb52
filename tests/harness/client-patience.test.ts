import { expect, test } from 'vitest';
import { RateLimiter } from '../../harness/client/rate-limiter.js';
import { asked, json } from './serving.js';

const READ = { role: 'anonymous', url: '/' } as const;

test.for([
  ['0', true],
  ['30', true],
  ['31', false],
  ['31536000', false],
  ['soon', true],
  [undefined, true],
  ['Fri, 02 Jan 1970 03:04:05 GMT', true],
  ['Fri, 02 Jan 2970 03:04:05 GMT', false],
] as const)('Retry-After %s is worth waiting for: %j', ([retryAfter, worth]) => {
  expect(new RateLimiter({ concurrency: 1, rps: 0 }).canWait(retryAfter)).toBe(worth);
});

test('nobody waits for a year: it is asked once, and the line says what it asked for', async () => {
  await asked(
    (_, response) => void response.writeHead(503, { 'retry-after': '31536000' }).end(),
    {},
    async (client, { requests }) => {
      await expect(client.read(READ)).rejects.toThrow(
        /returned 503 \(service unavailable\); Retry-After exceeds .+\(31536000\)/,
      );
      expect(requests).toHaveLength(1);
    },
  );
});

test('a run that is ended does not sit out a Retry-After', async () => {
  await asked(
    (_, response) => void response.writeHead(503, { 'retry-after': '20' }).end(),
    {},
    async (client, { requests }) => {
      const waiting = client.read(READ);
      await expect.poll(() => requests.length, { timeout: 60_000 }).toBe(1);
      const satOut = new Promise((resolve) => {
        setTimeout(resolve, 19_000, 'the wait is over').unref();
      });
      client.stop('the day was over');
      const first = await Promise.race([satOut, waiting.catch(String)]);
      expect(first).toContain('the day was over before this was checked');
    },
  );
});

test('what was ended without a word was interrupted', async () => {
  await asked(json([]), {}, async (client) => {
    client.stop();
    await expect(client.read(READ)).rejects.toThrow(
      'the run was interrupted before this was checked',
    );
  });
});
