import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { Client } from '../../harness/client/client.js';
import { PermittedWrites } from '../../harness/client/permitted-writes.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { asked } from '../harness/serving.js';

/** JSON, and a page of HTML where `isPage` says so. */
function walled(
  isPage: (path: string) => boolean,
  {
    status = 200,
    headers = {},
    title = 'One   moment, please',
  }: { status?: number; headers?: Record<string, string>; title?: string } = {},
): RequestListener {
  return ({ url = '' }, response) => {
    if (isPage(url)) {
      response.writeHead(status, { 'content-type': 'text/html', ...headers });
      response.end(`<!doctype html><html><head><title>${title}</title></head></html>`);
    } else {
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    }
  };
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
  let pages = 0;
  await asked(
    walled(() => {
      pages -= 1;
      return pages >= 0;
    }),
    {},
    async (client, { requests }) => {
      expect(await outcomeOf(client, '/api/1.2/')).toBe('data');
      pages = 2;
      expect(await outcomeOf(client, '/api/1.2/covers/')).toBe('data');
      expect(requests).toHaveLength(4);
      expect(client.traffic.challenges).toEqual({
        received: 2,
        lost: 0,
        title: 'One moment, please',
      });
    },
  );
});

test.concurrent('a page without a sign of a wall is the answer of the instance', async () => {
  await asked(
    walled(() => true, { title: 'Sign in' }),
    {},
    async (client, { requests }) => {
      expect(await outcomeOf(client, '/api/1.2/covers/')).toBe('page');
      expect(requests).toHaveLength(1);
      expect(client.traffic.challenges).toBeUndefined();
    },
  );
});

test.concurrent('a wall that comes up for all requests is an error that says what to do', async () => {
  let isUp = false;
  await asked(
    walled(() => isUp),
    {},
    async (client, { requests }) => {
      expect(await outcomeOf(client, '/api/1.2/')).toBe('data');
      isUp = true;
      const message = await outcomeOf(client, '/api/1.2/covers/');
      expect(message).toContain(
        'returned 200 and an HTML page (“One moment, please”) instead of data',
      );
      expect(message).toContain('--header');
      expect(message).toContain('--user-agent');
      expect(message).toContain('--gentle');
      await outcomeOf(client, '/api/1.2/series/');
      await outcomeOf(client, '/api/1.2/people/');
      const before = requests.length;
      // It stays: nothing is asked again any more.
      await outcomeOf(client, '/api/1.2/events/');
      expect(requests.length - before).toBe(1);
      isUp = false;
      expect(await outcomeOf(client, '/api/1.2/events/')).toBe('data');
      expect(client.traffic.challenges).toMatchObject({ lost: 4 });
    },
  );
});

test.concurrent('a known challenge is one with any status, and before anything was received', async () => {
  await asked(
    walled(() => true, { status: 403, headers: { 'cf-mitigated': 'challenge' }, title: '' }),
    {},
    async (client) => {
      expect(await outcomeOf(client, '/api/')).toContain('returned 403 and an HTML page');
    },
  );
});

test.concurrent('a page outside the API is no wall', async () => {
  await asked(
    walled(() => true),
    {},
    async (client, { requests }) => {
      expect(await outcomeOf(client, '/project/x/list/')).toBe('page');
      expect(requests).toHaveLength(1);
    },
  );
});

test.concurrent('a write is sent again only where it may be repeated', async () => {
  let pages = 1;
  const once = walled(() => {
    pages -= 1;
    return pages >= 0;
  });
  await asked(
    once,
    { credentials: { user: { token: 'user-token' } } },
    async (client, { requests }) => {
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
      const { json } = await client.write(write);
      expect(json).toBeDefined();
      expect(requests).toHaveLength(2);
      pages = 1;
      await expect(client.write({ ...write, mayRepeat: async () => false })).rejects.toThrow(
        'instead of data, as a bot wall does',
      );
      expect(requests).toHaveLength(3);
    },
  );
});
