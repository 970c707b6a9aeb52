import { expect, test } from 'vitest';
import type { Client } from '../../harness/client/client.js';
import { PermittedWrites } from '../../harness/client/permitted-writes.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { asked } from '../harness/serving.js';

/** What stands before an instance: for so many requests it sends this page, for the others JSON. */
interface Wall {
  pages: number;
  status?: number;
  headers?: Record<string, string>;
  title?: string;
}

/** Calls back with a client of an instance behind a wall, and the requests that it has sent. */
function behind(wall: Wall, work: (client: Client, requests: string[]) => Promise<void>) {
  const credentials = { user: { token: 'user-token' } };
  return asked(
    (_, response) => {
      wall.pages -= 1;
      if (wall.pages >= 0) {
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

test.concurrent('a page now and then is asked again, and counted', async () => {
  await behind({ pages: 2 }, async (client, requests) => {
    expect(await outcomeOf(client, '/api/1.2/covers/')).toBe('data');
    expect(requests).toHaveLength(3);
    expect(client.traffic.challenges).toEqual({
      received: 2,
      lost: 0,
      title: 'One moment, please',
    });
  });
});

test.concurrent.for<[string, Wall, url: string]>([
  ['without a sign of a wall', { pages: 1, title: 'Sign in' }, '/api/1.2/covers/'],
  ['outside the API', { pages: 1 }, '/project/x/list/'],
])('a page %s is the answer of the instance', async ([, wall, url]) => {
  await behind(wall, async (client, requests) => {
    expect(await outcomeOf(client, url)).toBe('page');
    expect(requests).toHaveLength(1);
    expect(client.traffic.challenges).toBeUndefined();
  });
});

test.concurrent('a wall that stays is an error that says what to do, and is not asked again in the end', async () => {
  const wall: Wall = { pages: Number.POSITIVE_INFINITY };
  await behind(wall, async (client, requests) => {
    const message = await outcomeOf(client, '/api/1.2/covers/');
    expect(message).toContain(
      'returned 200 and an HTML page (“One moment, please”) instead of data',
    );
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
    expect(client.traffic.challenges).toMatchObject({ lost: 4 });
  });
});

test.concurrent('a known challenge is one with any status and title', async () => {
  const headers = { 'cf-mitigated': 'challenge' };
  const wall = { pages: Number.POSITIVE_INFINITY, status: 403, headers, title: '' };
  await behind(wall, async (client) => {
    expect(await outcomeOf(client, '/api/')).toContain('returned 403 and an HTML page');
  });
});

test.concurrent('a write is sent again only where it may be repeated', async () => {
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
    expect((await client.write(write)).json).toBeDefined();
    expect(requests).toHaveLength(2);
    wall.pages = 1;
    await expect(client.write({ ...write, mayRepeat: async () => false })).rejects.toThrow(
      'instead of data, as a bot wall does',
    );
    expect(requests).toHaveLength(3);
  });
});
