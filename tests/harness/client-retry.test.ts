import { expect, test, vi } from 'vitest';
import { RateLimiter, waitOf } from '../../harness/client/rate-limiter.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { asked } from './serving.js';

const NOW = Date.parse('2026-01-02T03:04:05Z');

test.for<[retryAfter: string | undefined, wait: number, isWorth: boolean]>([
  ['0', 0, true],
  [' 7 ', 7000, true],
  ['30', 30_000, true],
  ['31', 31_000, false],
  ['31536000', 31_536_000_000, false],
  ['Fri, 02 Jan 2026 03:04:15 GMT', 10_000, true],
  ['Fri, 02 Jan 2026 03:04:00 GMT', -5000, true],
  ['Fri, 02 Jan 2026 03:04:45 GMT', 40_000, false],
  [undefined, 1000, true],
  ['', 1000, true],
  ['soon', 1000, true],
])('Retry-After %s is a wait of %d ms; worth it: %j', ([retryAfter, wait, isWorth]) => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  expect(waitOf(retryAfter)).toBe(wait);
  expect(new RateLimiter({ concurrency: 1, rps: 0 }).canWait(retryAfter)).toBe(isWorth);
  vi.useRealTimers();
});

/** Asks once of a server that answers so as often as given before it is well again, or else only to its root. */
async function repeated(
  status: number,
  times: number,
  headers: Record<string, string>,
  isRootWell = false,
) {
  let left = times;
  return asked(
    ({ url }, response) => {
      const isWell = left <= 0 || (isRootWell && url === '/api/');
      left -= 1;
      response.writeHead(isWell ? 200 : status, isWell ? {} : headers);
      response.end(isWell ? '[]' : undefined);
    },
    {},
    async (client, { requests }) => {
      const answer = await client.read({ role: 'anonymous', url: '/' }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(TransportError);
        return { status: String(error) };
      });
      const toRoot = requests.filter((request) => request === 'GET /api/').length;
      return { status: answer.status, asked: requests.length - toRoot };
    },
  );
}

test.concurrent.for([429, 503])(
  '%d with a Retry-After is asked again, twice at the most',
  async (status) => {
    const headers = { 'retry-after': '0' };
    expect(await repeated(status, 1, headers)).toEqual({ status: 200, asked: 2 });
    expect(await repeated(status, 2, headers)).toEqual({ status: 200, asked: 3 });
    // What says itself that it is for now says nothing of the instance.
    const refused = expect.stringContaining(`returned ${status}`);
    expect(await repeated(status, 9, headers)).toEqual({ status: refused, asked: 3 });
    if (status === 429) expect(await repeated(429, 9, {})).toEqual({ status: refused, asked: 3 });
  },
);

test.concurrent.for([502, 503, 504])(
  '%d of a gateway is asked again, twice; then it stands if the root is answered, else it is an error',
  async (status) => {
    expect(await repeated(status, 2, {})).toEqual({ status: 200, asked: 3 });
    expect(await repeated(status, 9, {}, true)).toEqual({ status, asked: 3 });
    const refused = expect.stringContaining(`returned ${status}`);
    expect(await repeated(status, 9, {})).toEqual({ status: refused, asked: 3 });
  },
);

test.concurrent.for([408, 421, 425, 429, 520, 522, 530])(
  '%d is never an answer of the instance, although the root is answered; it is asked again, twice',
  async (status) => {
    expect(await repeated(status, 2, {}, true)).toEqual({ status: 200, asked: 3 });
    const refused = expect.stringContaining(`returned ${status}`);
    expect(await repeated(status, 9, {}, true)).toEqual({ status: refused, asked: 3 });
  },
);

test.concurrent('the 408 with which a server closes a connection that is used again counts as closed', async () => {
  const before = new Map<unknown, number>();
  await asked(
    ({ socket, url }, response) => {
      const requests = before.get(socket) ?? 0;
      before.set(socket, requests + 1);
      if (requests === 0) response.writeHead(200).end(url);
      else socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    },
    { concurrency: 1 },
    async (client, { requests }) => {
      for (const url of ['/one', '/two']) {
        expect((await client.read({ role: 'anonymous', url })).status).toBe(200);
      }
      expect(requests).toEqual(['GET /one', 'GET /two', 'GET /two']);
      expect(client.traffic.retried).toEqual({ closed: 1 });
    },
  );
});

test.concurrent('where a gateway has come round once, what it answers is never taken for the instance', async () => {
  let asked502 = 0;
  await asked(
    ({ url }, response) => {
      asked502 += 1;
      const isWell = url === '/api/' || (url === '/once' && asked502 > 1);
      response.writeHead(isWell ? 200 : 502).end('[]');
    },
    {},
    async (client) => {
      const before = await client.read({ role: 'anonymous', url: '/before' });
      expect(before.status).toBe(502);
      asked502 = 0;
      await client.read({ role: 'anonymous', url: '/once' });
      const after = client.read({ role: 'anonymous', url: '/after' });
      await expect(after).rejects.toThrow('returned 502 (the gateway got no response)');
    },
  );
});

test('a run that is ended does not sit out a Retry-After', async () => {
  await asked(
    (_, response) => void response.writeHead(503, { 'retry-after': '20' }).end(),
    {},
    async (client, { requests }) => {
      const waiting = client.read({ role: 'anonymous', url: '/' });
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
