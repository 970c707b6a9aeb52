import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { check } from '../../harness/check.js';
import { requirement } from '../../harness/requirement.js';
import type { TargetSettings } from '../../harness/settings.js';
import { situationOf } from '../../harness/situation.js';
import { ALL } from '../../specification/versions.js';
import { asked, json, settingsFor } from './serving.js';

const TOKEN = '0123456789abcdef0123456789abcdef01234567';
const PASSWORD = 'pa"ss wörd&1';
const GATE = 'open sesame/77';
const BASIC = Buffer.from(`otto:${PASSWORD}`).toString('base64');

const SETTINGS: Partial<TargetSettings> = {
  credentials: { user: { token: TOKEN }, other: { name: 'otto', password: PASSWORD } },
  headers: [['X-Gate', GATE]],
};

/** Every way in which a secret may come back. */
const SECRETS = [
  TOKEN,
  PASSWORD,
  JSON.stringify(PASSWORD).slice(1, -1),
  encodeURIComponent(PASSWORD),
  encodeURIComponent(PASSWORD).replaceAll('%20', '+'),
  GATE,
  encodeURIComponent(GATE),
  BASIC,
  encodeURIComponent(BASIC),
];

/** What an HTTP header can hold of them. */
const IN_HEADERS = SECRETS.filter((secret) => /^[\x20-\x7e]*$/.test(secret));

function expectNoSecret(kept: unknown): void {
  const text = typeof kept === 'string' ? kept : JSON.stringify(kept);
  for (const secret of SECRETS) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
  }
}

test('a server that sends every secret back leaves none in what is kept', async () => {
  const body = JSON.stringify({ secrets: SECRETS, [TOKEN]: TOKEN });
  await asked(
    (_, response) => {
      response.statusCode = 302;
      response.statusMessage = TOKEN;
      response.setHeader('location', `/login?next=${encodeURIComponent(PASSWORD)}&t=${TOKEN}`);
      response.setHeader('x-echo', IN_HEADERS);
      response.setHeader(`x-${TOKEN}`, 'as a name');
      response.end(body);
    },
    SETTINGS,
    async (client) => {
      for (const role of ['anonymous', 'user', 'other'] as const) {
        const answer = await client.read({
          role,
          url: `/?t=${TOKEN}&p=${encodeURIComponent(PASSWORD)}`,
        });
        expect(answer.text).toBe(body);
        expect(answer.headers.location).toContain(TOKEN);
        const exchange = client.exchange(answer.exchange);
        expect(exchange?.response.body).toContain('$CONFORMANCE_USER_TOKEN');
        expectNoSecret(exchange);
      }
    },
  );
});

test('a secret that stands where the record of a body is cut does not stay in part', async () => {
  for (const before of [3990, 4990, 5000]) {
    await asked(
      json(`${'x'.repeat(before)}${TOKEN}${'x'.repeat(3000)}`),
      SETTINGS,
      async (client) => {
        const { exchange } = await client.read({ role: 'user', url: '/' });
        expect(client.exchange(exchange)?.response.body).not.toContain(TOKEN.slice(0, 8));
      },
    );
  }
  // Each is longer than what stands for it, so that what is left is shorter than the limit.
  await asked(json(`${'x'.repeat(20)}${TOKEN.repeat(200)}`), SETTINGS, async (client) => {
    const { exchange } = await client.read({ role: 'user', url: '/' });
    expect(client.exchange(exchange)?.response.body).not.toContain(TOKEN.slice(0, 8));
  });
});

test('a short body is kept whole, a long one is cut and says so', async () => {
  await asked(json('x'.repeat(3998)), {}, async (client) => {
    await client.read({ role: 'anonymous', url: '/' });
    const { response } = client.exchange(1) ?? {};
    expect(response?.body).toBe(JSON.stringify('x'.repeat(3998)));
    expect(response).not.toHaveProperty('bodyBytes');
  });
  await asked(json('x'.repeat(8998)), {}, async (client) => {
    await client.read({ role: 'anonymous', url: '/' });
    const kept = { body: `"${'x'.repeat(3999)}`, bodyBytes: 9000 };
    expect(client.exchange(1)?.response).toMatchObject(kept);
  });
});

test('no message of a failed request, or about a link to elsewhere, holds a secret', async () => {
  const hangsUp = (request: IncomingMessage) => void request.socket.destroy();
  await asked(hangsUp, SETTINGS, async (client) => {
    const url = `/?t=${TOKEN}&p=${encodeURIComponent(PASSWORD)}`;
    const error: unknown = await client.read({ role: 'user', url }).catch((each: unknown) => each);
    expect(error).toHaveProperty('name', 'TransportError');
    expectNoSecret(String(error));
    const away = () => client.read({ role: 'user', url: `http://elsewhere.test/?t=${TOKEN}` });
    expect(away).toThrow('elsewhere.test');
    expect(away).not.toThrow(TOKEN);
  });
});

test('no result holds a secret, or an address', async () => {
  const address = 'ada.lovelace@example.org';
  await asked(json([...SECRETS, address]), SETTINGS, async (client) => {
    const settings = settingsFor('http://127.0.0.1', SETTINGS);
    const situation = situationOf(client, ['1.0'], settings);
    const facts = { spec: 'Errors', versions: ALL, consequence: 'None.', says: 'It echoes' };
    const tells = requirement({
      ...facts,
      id: 'echo.tells',
      level: 'must',
      async check({ api, expect: judged }) {
        const answer = await api.as('user').get('');
        judged.fail({
          message: answer.text,
          pointer: `/${TOKEN}`,
          expected: answer.text,
          received: answer.json,
          exchange: answer.exchange,
        });
      },
    });
    const observes = requirement({
      ...facts,
      id: 'echo.observes',
      level: 'observe',
      async check({ api, observe }) {
        const { json: seen } = await api.as('user').get('');
        observe({ seen, [TOKEN]: address, control: `\u0001${address}` });
      },
    });
    for (const each of [tells, observes]) {
      const judgement = await check(each, '1.0', situation);
      expect(judgement.result.verdict).toBe(each === tells ? 'fail' : 'observed');
      expectNoSecret(judgement);
      expect(JSON.stringify(judgement)).not.toContain('lovelace');
    }
  });
});

test('addresses are masked in what is kept, unless they are to be shown', async () => {
  const people = [{ email: 'ada.lovelace@example.org' }, { email: 'x@sub.example.org' }];
  const url = '/?submitter=ada.lovelace%40example.org';
  for (const showEmails of [false, true]) {
    await asked(json(people), { showEmails }, async (client) => {
      const answer = await client.read({ role: 'anonymous', url });
      expect(answer.json).toEqual(people);
      const kept = JSON.stringify(client.exchange(answer.exchange));
      expect(kept.includes('lovelace')).toBe(showEmails);
      expect(kept.includes('a***@e***')).toBe(!showEmails);
    });
  }
});

test('the record says when a request went out', async () => {
  const before = new Date().toISOString();
  await asked(json('[]'), {}, async (client) => {
    const { exchange } = await client.read({ role: 'anonymous', url: '/' });
    const { startedAt = '' } = client.exchange(exchange) ?? {};
    expect(startedAt >= before && startedAt <= new Date().toISOString()).toBe(true);
  });
});

test('the record keeps no cookie: that of a session is as good as a password', async () => {
  await asked(
    (_, response) => {
      response.setHeader('set-cookie', [
        'sessionid=s3cret=; Path=/; HttpOnly',
        'csrf=t0ken',
        'odd',
      ]);
      response.end('[]');
    },
    {},
    async (client) => {
      const answer = await client.read({ role: 'anonymous', url: '/' });
      expect(answer.headers['set-cookie']).toContain('csrf=t0ken');
      expect(client.exchange(answer.exchange)?.response.headers['set-cookie']).toEqual([
        'sessionid=<cookie>; Path=/; HttpOnly',
        'csrf=<cookie>',
        'odd',
      ]);
    },
  );
});

test('all that was exchanged can be taken once, and is still known', async () => {
  await asked(json('[]'), {}, async (client) => {
    await client.read({ role: 'anonymous', url: '/a' });
    await client.read({ role: 'anonymous', url: '/b' });
    expect(client.takeExchanges().map(({ n }) => n)).toEqual([1, 2]);
    expect(client.takeExchanges()).toEqual([]);
    expect(client.exchange(2)?.request.url).toMatch(/\/b$/);
  });
});
