import { expect, test } from 'vitest';
import { Api } from '../../harness/api.js';
import { calledAs, calledAsSentence } from '../../harness/called-as.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Client } from '../../harness/client/client.js';
import { ForeignOrigin } from '../../harness/client/transport-error.js';
import { asked, json, serving, settingsFor, withClient } from './serving.js';

const CREDENTIALS = { credentials: { user: { token: 'user-token' } } };

/** What an instance may give as a link, made from its own origin. */
const ELSEWHERE: [what: string, link: (origin: URL) => string][] = [
  ['another host', ({ port }) => `http://elsewhere.test:${port}/`],
  ['another port', ({ hostname }) => `http://${hostname}:9/`],
  ['another scheme', ({ host }) => `https://${host}/`],
  [
    'a host that begins alike',
    ({ hostname, port }) => `http://${hostname}.elsewhere.test:${port}/`,
  ],
  ['a host that ends alike', ({ host }) => `http://elsewhere.${host}/`],
  ['the own host as a user name', ({ host }) => `http://${host}@elsewhere.test/`],
  ['a user name', ({ host }) => `http://somebody@${host}/`],
  ['a password', ({ host }) => `http://:secret@${host}/`],
  ['the own address as a query', ({ origin }) => `http://elsewhere.test/?${origin}/`],
  ['backslashes', ({ host }) => `http:\\\\elsewhere.test\\@${host}/`],
  ['a file', () => 'file:///etc/passwd'],
  ['data', () => 'data:application/json,[]'],
  ['a blob of the own origin', ({ origin }) => `blob:${origin}/`],
  ['a script', () => 'javascript:alert(1)'],
  ['no URL at all', () => 'covers/?page=2'],
  ['nothing', () => ''],
  ['a URL without a host', () => 'http://'],
];

test.for(ELSEWHERE)('a link to %s is not followed', async ([, link]) => {
  await asked(json([]), CREDENTIALS, async (client, { url, requests }) => {
    for (const role of ['anonymous', 'user'] as const) {
      expect(() => client.read({ role, url: link(new URL(url)) })).toThrow(ForeignOrigin);
    }
    expect(requests).toEqual([]);
  });
});

test('a protocol-relative link stays on the instance', async () => {
  await serving(json([]), async (elsewhere) => {
    await asked(json([]), CREDENTIALS, async (client, { requests, url }) => {
      const answer = await client.read({ role: 'user', url: `//${new URL(elsewhere.url).host}/` });
      expect(new URL(answer.url).origin).toBe(url);
      expect(requests).toHaveLength(1);
      expect(elsewhere.requests).toEqual([]);
    });
  });
});

test('paths are below the path of the base URL, whether or not it ends in a slash', async () => {
  await serving(json([]), async (server) => {
    for (const base of [`${server.url}/patchwork`, `${server.url}/patchwork/`]) {
      await withClient(settingsFor(base), async (client) => {
        await client.read({ role: 'anonymous', url: '/api/1.0/' });
      });
    }
    expect(server.requests).toEqual(Array(2).fill('GET /patchwork/api/1.0/'));
  });
});

test('following a redirect never leaves the instance', async () => {
  await serving(json([]), async (elsewhere) => {
    const away = [`${elsewhere.url}/`, `//${new URL(elsewhere.url).host}/`];
    for (const location of away) {
      await asked(redirectTo(location), CREDENTIALS, async (client, { requests }) => {
        await expect(apiOf(client).followWithRedirect('/about')).rejects.toThrow(ForeignOrigin);
        expect(requests).toHaveLength(1);
        expect(elsewhere.requests).toEqual([]);
      });
    }
  });
});

function redirectTo(location: string): Parameters<typeof serving>[0] {
  return (_, response) => {
    response.writeHead(302, { location });
    response.end();
  };
}

function apiOf(client: Client): Api {
  return new Api('1.0', 'user', client, new Set(), 'user');
}

test.for([
  ['http://backend.test', '/api/1.2/covers/1/'],
  ['', '/api/1.2/covers/1/'],
])(
  'URLs of an instance that calls itself "%s" are read at the base URL; redirects there are not followed',
  async ([name, path]) => {
    await asked(json([]), CREDENTIALS, async (_, { url, requests }) => {
      const own = name || url;
      await withClient(settingsFor(`${url}/patchwork`, CREDENTIALS), async (client) => {
        client.origin.calledAs = own;
        await client.read({ role: 'user', url: own + path });
        await client.read({ role: 'user', url: `${url}/patchwork${path}?page=2` });
        expect(requests).toEqual([`GET /patchwork${path}`, `GET /patchwork${path}?page=2`]);
        expect(() => client.read({ role: 'user', url: `${own}.elsewhere.test${path}` })).toThrow(
          ForeignOrigin,
        );
        if (name !== '') expect(() => client.origin.inside(own + path)).toThrow(ForeignOrigin);
      });
    });
  },
);

test('the address that an instance gives itself is that of the URLs of its roots, if they agree', () => {
  const target = { baseUrl: 'https://pw.example.org/patchwork' };
  const named = (...urls: unknown[]) =>
    calledAs([{ json: { ...urls } }, { json: undefined }] as Answer[], target);
  expect(named('https://pw.example.org/patchwork/api/1.2/covers/')).toBeUndefined();
  expect(named('http://pw.example.org/patchwork/api/1.2/covers/')).toBe(
    'http://pw.example.org/patchwork',
  );
  expect(named('https://pw.example.org/api/1.2/covers/')).toBe('https://pw.example.org');
  const backend = 'http://backend.test:8000/api/';
  expect(named(backend, backend)).toBe('http://backend.test:8000');
  expect(named(backend, 'http://other.test/api/')).toBeUndefined();
  for (const odd of ['', 7, 'file:///api/', 'http://user@backend.test/api/', 'http://a.test/']) {
    expect(named(odd)).toBeUndefined();
  }
  expect(calledAsSentence(target, 'http://backend.test')).toContain(
    'check X-Forwarded-Proto and SECURE_PROXY_SSL_HEADER, and the Host that the proxy passes on, and SCRIPT_NAME',
  );
  // In a stored report secrets are masked, and what is left may be no URL.
  expect(calledAsSentence(target, 'http://<value of X-Gate>')).toContain(
    'the instance calls itself http://<value of X-Gate> although it was reached at https://pw.example.org/patchwork: check what the proxy passes on;',
  );
});
