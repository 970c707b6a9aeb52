import { expect, test } from 'vitest';
import type { Body } from '../../harness/client/body.js';
import type { Client } from '../../harness/client/client.js';
import { PermittedWrites } from '../../harness/client/permitted-writes.js';
import type { Write } from '../../harness/client/request.js';
import { Stopped } from '../../harness/client/stopped.js';
import { TransportError } from '../../harness/client/transport-error.js';
import { deferred } from '../cli/deferred.js';
import { asked, json } from './serving.js';

const CREDENTIALS = { credentials: { user: { token: 'user-token' } } };

/** A write of the only user that may be written. */
function write(body: Body): Write {
  const path = '/api/1.3/users/3/';
  return { role: 'user', method: 'PATCH', path, body, beforeSending: () => {} };
}

function permit(client: Client): void {
  const writes = new PermittedWrites();
  writes.allow('users/3');
  client.permit(writes);
}

const BODIES: [body: Body, type: string | undefined, text: string][] = [
  [{ json: { a: 'ä' } }, 'application/json', '{"a":"ä"}'],
  [{ form: { a: 'x y', b: ['1', '2'] } }, 'application/x-www-form-urlencoded', 'a=x+y&b=1&b=2'],
  [{ text: '{', contentType: 'application/json' }, 'application/json', '{'],
  [{ text: '{"a":1}', contentType: null }, undefined, '{"a":1}'],
  ['none', undefined, ''],
];

test.for(BODIES)('%j goes out as it should, and is recorded', async ([body, type, text]) => {
  let received = '';
  let raw: string[] = [];
  await asked(
    (request, response) => {
      raw = request.rawHeaders.map((name) => name.toLowerCase());
      request.on('data', (chunk: Buffer) => {
        received += chunk.toString('utf8');
      });
      request.on('end', () => json({})(request, response));
    },
    CREDENTIALS,
    async (client, { headers }) => {
      permit(client);
      const answer = await client.write(write(body));
      expect(received).toBe(text);
      expect(headers[0]?.['content-type']).toBe(type);
      expect(raw.includes('content-type')).toBe(type !== undefined);
      expect(headers[0]?.authorization).toBe('Token user-token');
      const { request, curl } = client.records.exchange(answer.exchange) ?? {};
      expect(request?.body ?? '').toBe(text);
      expect(curl).toContain('-X PATCH');
      if (text !== '') expect(curl).toContain('--data-raw');
      expect(curl).not.toContain('user-token');
    },
  );
});

test('what was read is read again after a write', async () => {
  await asked(json({}), CREDENTIALS, async (client, { requests }) => {
    permit(client);
    const read = () => client.read({ role: 'user', url: '/api/1.3/users/3/' });
    await read();
    await read();
    await client.write(write('none'));
    await read();
    expect(requests.map((request) => request.split(' ')[0])).toEqual(['GET', 'PATCH', 'GET']);
  });
});

/** Refusals of what did not arrive, unless a read shows it. */
const NOT_YET = [408, 421, 425, 429, 503];

test.for(NOT_YET)(
  'a change that is answered %s is sent again if it did not arrive',
  async (status) => {
    let before = 0;
    await asked(
      (request, response) => {
        before += 1;
        if (before > 2) return json({ ok: true })(request, response);
        return response.writeHead(status, { 'retry-after': '0' }).end();
      },
      CREDENTIALS,
      async (client, { requests }) => {
        permit(client);
        const change = { ...write('none'), didNotArrive: async () => true };
        expect((await client.write(change)).json).toEqual({ ok: true });
        expect(requests).toHaveLength(3);
      },
    );
  },
);

test.concurrent.for([502, 503, 504, 520, 530])(
  'a write that is answered %s may have arrived: it is not sent again, whatever a read shows',
  async (status) => {
    await asked(
      ({ url }, response) => response.writeHead(url === '/api/' ? 200 : status).end(),
      CREDENTIALS,
      async (client, { requests }) => {
        permit(client);
        for (const didNotArrive of [undefined, async () => true]) {
          const sent = client.write({ ...write('none'), didNotArrive });
          await expect(sent).rejects.toMatchObject({ code: 'unavailable', isOfWrite: true });
        }
        expect(requests).toHaveLength(2);
        // Restoring reads afterwards, and its repetition does no harm.
        const repeated = client.write({ ...write('none'), isRepeatable: true });
        await expect(repeated).rejects.toThrow('also on retry');
        expect(requests).toHaveLength(5);
      },
    );
  },
);

test.concurrent.for(NOT_YET)(
  'a write that is answered %s is not sent again blindly',
  async (status) => {
    await asked(
      (_, response) => response.writeHead(status, { 'retry-after': '0' }).end(),
      CREDENTIALS,
      async (client, { requests }) => {
        permit(client);
        const post = { ...write('none'), method: 'POST', path: '/api/1.3/bundles/' } as const;
        await expect(client.write(post)).rejects.toThrow(`returned ${status}`);
        await expect(client.write(write('none'))).rejects.toThrow(`returned ${status}`);
        expect(requests).toHaveLength(2);
        const looked = { ...post, didNotArrive: async () => requests.length < 4 };
        await expect(client.write(looked)).rejects.toThrow('also on retry');
        expect(requests).toHaveLength(4);
      },
    );
  },
);

test('a write whose connection breaks is not repeated', async () => {
  await asked(
    (request) => request.socket.destroy(),
    CREDENTIALS,
    async (client, { requests }) => {
      permit(client);
      await expect(client.write(write('none'))).rejects.toThrow(TransportError);
      expect(requests).toHaveLength(1);
    },
  );
});

test('the end of the run waits for a write under way, and lets no other begin', async () => {
  const arrived = deferred();
  const released = deferred();
  await asked(
    (request, response) => {
      arrived.resolve();
      void released.promise.then(() => json({ ok: true })(request, response));
    },
    CREDENTIALS,
    async (client, { requests }) => {
      permit(client);
      const first = client.write(write('none'));
      await arrived.promise;
      client.stop();
      await expect(client.write(write('none'))).rejects.toThrow(Stopped);
      released.resolve();
      expect((await first).json).toEqual({ ok: true });
      expect(requests).toHaveLength(1);
    },
  );
});

test('a list is shown behind the write that may have changed it, not behind another read of it', () =>
  asked(json({}), CREDENTIALS, async (client) => {
    permit(client);
    const { exchange } = await client.write(write('none'));
    const url = '/api/1.3/users/';
    await client.read({ role: 'user', url, method: 'OPTIONS' });
    const list = await client.read({ role: 'user', url });
    expect(client.records.writeBefore(list.exchange)).toBe(exchange);
  }));
