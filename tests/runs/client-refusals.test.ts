import { expect, test } from 'vitest';
import type { Client } from '../../harness/client/client.js';
import { PermittedWrites } from '../../harness/client/permitted-writes.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { asked } from '../harness/serving.js';

/** What stands before an instance, and the requests to which it sends a page; the others get JSON. */
interface Wall {
  /** How many requests, or which: by path, and number at the path from 1 on. */
  pages: number | ((path: string, n: number) => boolean);
  status?: number;
  headers?: Record<string, string>;
  title?: string;
}

/** Calls back with a client of an instance behind a wall, and the requests that it has sent. */
function behind(wall: Wall, work: (client: Client, requests: string[]) => Promise<void>) {
  const credentials = { user: { token: 'user-token' } };
  const asks = new Map<string, number>();
  return asked(
    ({ url = '' }, response) => {
      const n = (asks.get(url) ?? 0) + 1;
      asks.set(url, n);
      const isRefused = typeof wall.pages === 'number' ? wall.pages-- > 0 : wall.pages(url, n);
      if (isRefused) {
        const { status = 200, headers = {}, title = 'One   moment, please' } = wall;
        response.writeHead(status, { 'content-type': 'text/html', ...headers });
        response.end(`<!doctype html><html><head><title>${title}</title></head></html>`);
      } else {
        response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
      }
    },
    { credentials },
    (client, { requests }) => work(client, requests),
  );
}

/** The kind of body of the response, or the message of the error. */
async function outcomeOf(client: Client, url: string) {
  try {
    client.forgetReads();
    const { json } = await client.read({ role: 'anonymous', url });
    return json === undefined ? 'page' : 'data';
  } catch (error) {
    expect(error).toBeInstanceOf(TransportError);
    return String(error);
  }
}

test.concurrent.for<[string, Wall, url: string]>([
  ['without a sign of a wall', { pages: 1, title: 'Sign in' }, '/api/1.2/covers/'],
  ['outside the API', { pages: 1 }, '/project/x/list/'],
  ['with 404', { pages: 1, status: 404, title: 'Not found' }, '/api/1.2/covers/'],
  ['with 500', { pages: 1, status: 500, title: 'Server error' }, '/api/1.2/covers/'],
])('a page %s is the answer of the instance', async ([, wall, url]) => {
  await behind(wall, async (client, requests) => {
    expect(await outcomeOf(client, url)).toBe('page');
    expect(requests).toHaveLength(1);
    expect(client.traffic.refusals).toBeUndefined();
  });
});

test.concurrent('a browser may be refused with a page of the API', async () => {
  await behind({ pages: 1, status: 403, title: 'Person List' }, async (client, requests) => {
    const headers = { accept: 'text/html,*/*' };
    const url = '/api/1.2/people/';
    const { status } = await client.read({ role: 'anonymous', url, headers });
    expect([status, requests.length]).toEqual([403, 1]);
  });
});

test.concurrent('a wall that stays is an error that says what to do, and is not asked again in the end', async () => {
  const wall: Wall = { pages: Number.POSITIVE_INFINITY };
  await behind(wall, async (client, requests) => {
    const message = await outcomeOf(client, '/api/1.2/covers/');
    expect(message).toContain('returned 200 and an HTML page (“One moment, please”)');
    for (const option of ['--header', '--user-agent', '--gentle']) {
      expect(message).toContain(option);
    }
    await outcomeOf(client, '/api/1.2/series/');
    await outcomeOf(client, '/api/1.2/people/');
    const before = requests.length;
    await outcomeOf(client, '/api/1.2/events/');
    expect(requests.length - before).toBe(1);
    wall.pages = 0;
    expect(await outcomeOf(client, '/api/1.2/events/')).toBe('data');
    expect(client.traffic.refusals).toMatchObject({ lost: 4 });
  });
});

test.concurrent('a known challenge is one with any status and title', async () => {
  const headers = { 'cf-mitigated': 'challenge' };
  const wall = { pages: Number.POSITIVE_INFINITY, status: 403, headers, title: '' };
  await behind(wall, async (client) => {
    expect(await outcomeOf(client, '/api/')).toContain('returned 403 and an HTML page');
  });
});

const REFUSED = { status: 403, title: '403 Forbidden' };

test.concurrent.for([200, 403, 406, 408, 421, 425, 429, 502, 503, 504, 508, 530])(
  'a page with %d in place of JSON is asked again, and counted',
  async (status) => {
    const title = status === 200 ? 'One   moment, please' : 'Refused';
    await behind({ pages: (_, n) => n <= 2, status, title }, async (client, requests) => {
      expect(await outcomeOf(client, '/api/1.2/covers/')).toBe('data');
      expect(requests).toHaveLength(3);
      // Outside the API a page of status 200 is an answer.
      expect(await outcomeOf(client, '/about/')).toBe(status === 200 ? 'page' : 'data');
      expect(client.traffic.refusals).toMatchObject({
        kind: status === 200 ? 'challenge' : 'page',
        received: status === 200 ? 2 : 4,
        lost: 0,
        by: `${status} and an HTML page (“${title.replace(/ +/g, ' ')}”)`,
      });
    });
  },
);

test.concurrent('JSON of a gateway, which has no `detail`, is asked again; that of the API is its answer', async () => {
  let left = 2;
  await asked(
    ({ url }, response) => {
      const isOwn = url === '/api/1.2/users/';
      left -= isOwn ? 0 : 1;
      response.writeHead(isOwn || left >= 0 ? 403 : 200, { 'content-type': 'application/json' });
      response.end(isOwn ? '{"detail":"no"}' : '{"message":"Forbidden"}');
    },
    {},
    async (client, { requests }) => {
      const read = (url: string) => client.read({ role: 'anonymous', url });
      expect((await read('/api/1.2/users/')).status).toBe(403);
      expect(requests).toHaveLength(1);
      expect((await read('/api/1.2/covers/')).status).toBe(200);
      expect(client.traffic.refusals).toMatchObject({ by: '403 and JSON without `detail`' });
    },
  );
});

test.concurrent('a page that one request gets while another is answered is the answer of the instance, and is doubted', async () => {
  const pages = (path: string) => path.startsWith('/api/1.2/covers/');
  await behind({ pages, ...REFUSED }, async (client, requests) => {
    const answer = await client.read({ role: 'anonymous', url: '/api/1.2/covers/1/' });
    expect([answer.status, answer.json]).toEqual([403, undefined]);
    expect(client.retries.doubtOf(answer.exchange)).toBe('403 and an HTML page (“403 Forbidden”)');
    expect(requests.at(-1)).toBe('GET /api/');
    expect(client.traffic.refusals).toBeUndefined();
    // The same page of another object of that kind is not asked again.
    const before = requests.length;
    expect(await outcomeOf(client, '/api/1.2/covers/2/')).toBe('page');
    expect(requests.length - before).toBe(1);
  });
});

test.concurrent.for([405, 413, 414, 501])(
  'a page with %d of a web server is not asked again, and is doubted',
  async (status) => {
    const wall = { pages: (path: string) => path.includes('covers'), status, title: 'Refused' };
    await behind(wall, async (client, requests) => {
      const answer = await client.read({ role: 'anonymous', url: '/api/1.2/covers/' });
      const page = `${status} and an HTML page (“Refused”)`;
      expect([requests.length, client.retries.doubtOf(answer.exchange)]).toEqual([1, page]);
    });
  },
);

test.concurrent('a page that stays is an error where everything is refused, or where other requests got it for a while', async () => {
  await behind({ pages: Number.POSITIVE_INFINITY, ...REFUSED }, async (client) => {
    expect(await outcomeOf(client, '/api/1.2/covers/')).toContain('as a rate limit or a bot wall');
  });
  const pages = (path: string, n: number) => path.includes('covers') || n === 1;
  await behind({ pages, ...REFUSED }, async (client) => {
    expect(await outcomeOf(client, '/api/1.2/series/')).toBe('data');
    expect(await outcomeOf(client, '/api/1.2/covers/')).toContain('as a rate limit or a bot wall');
    expect(client.traffic.refusals).toMatchObject({ received: 6, lost: 1 });
  });
});

test('behind a rate limit every request is answered in the end', async () => {
  const [rate, burst] = [50, 5];
  let [left, last] = [burst, performance.now()];
  const pages = () => {
    const now = performance.now();
    left = Math.min(burst, left + ((now - last) / 1000) * rate) - 1;
    last = now;
    if (left < 0) left += 1;
    else return false;
    return true;
  };
  await behind({ pages, ...REFUSED }, async (client) => {
    const urls = Array.from({ length: 80 }, (_, page) => `/api/1.2/covers/?page=${page}`);
    const outcomes = await Promise.all(urls.map((url) => client.read({ role: 'anonymous', url })));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(80).fill(200));
    const { refusals } = client.traffic;
    expect(refusals).toMatchObject({ kind: 'page', lost: 0 });
    expect(refusals?.received).toBeLessThan(80);
    expect(refusals?.pace).toBeGreaterThan(0);
  });
});

test.concurrent('a write that met a wall is sent again only if it did not arrive', async () => {
  const wall: Wall = { pages: 1 };
  await behind(wall, async (client, requests) => {
    const writes = new PermittedWrites();
    writes.allow('users/3');
    client.permit(writes);
    const write = {
      role: 'user',
      method: 'PATCH',
      path: '/api/1.3/users/3/',
      body: { json: {} },
      beforeSending: () => {},
    } as const;
    const repeated = await client.write({ ...write, didNotArrive: async () => true });
    expect([repeated.json, requests.length]).toEqual([[], 2]);
    for (const didNotArrive of [undefined, async () => false]) {
      wall.pages = 1;
      const sent = client.write({ ...write, didNotArrive });
      await expect(sent).rejects.toThrow('as a rate limit or a bot wall does');
    }
    expect(requests).toHaveLength(4);
  });
});
