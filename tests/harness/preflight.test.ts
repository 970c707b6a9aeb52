import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { CannotExamine } from '../../harness/cannot-examine.js';
import { findInstance, type Offer, preflight } from '../../harness/preflight.js';
import { asked, json, settingsFor } from './serving.js';

const TOKEN = 'ab6341f91f0a55457f928342bfda031f832c9659';

function examined(listener: RequestListener): Promise<Offer & { requests: string[] }> {
  return asked(listener, {}, async (client, { requests }) => ({
    ...(await preflight(client)),
    requests,
  }));
}

/** Answers by the path; 404 for what is not among them. */
function routes(table: Record<string, RequestListener>): RequestListener {
  return (request, response) => (table[request.url ?? ''] ?? json({}, 404))(request, response);
}

/** As little of a root as tells this API from another. */
const ROOT = { projects: 'http://instance/api/projects/' };

const HTML: RequestListener = (_, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end('<h1>Hello</h1>');
};

function page(status: number, title: string, server: string): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': 'text/html', server });
    response.end(`<title>${title}</title>`);
  };
}

test('the versions whose root is there are offered, and their roots are not asked again', async () => {
  const { offered, roots, requests } = await examined(
    routes({ '/api/1.0/': json(ROOT), '/api/1.2/': json(ROOT) }),
  );
  expect(offered).toEqual(['1.0', '1.2']);
  expect(requests.sort()).toEqual(
    ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5'].map((version) => `GET /api/${version}/`),
  );
  expect(roots.map(({ status }) => status).sort()).toEqual([200, 200, 404, 404, 404]);
});

test('versions after the last known one are told, as far as they are there', async () => {
  const later = (version: string) => json({ projects: `http://instance/api/${version}/projects/` });
  const { offered, unknown, requests } = await examined(
    routes({
      '/api/1.4/': json(ROOT),
      '/api/1.5/': later('1.5'),
      '/api/1.6/': later('1.6'),
      '/api/1.8/': later('1.8'),
    }),
  );
  expect([offered, unknown]).toEqual([['1.4'], ['1.5', '1.6']]);
  expect(requests).toHaveLength(8);
});

test('a version that was removed is not offered: it is gone, or redirects to another version', async () => {
  const to =
    (location: string): RequestListener =>
    (_, response) => {
      response.writeHead(301, { location });
      response.end();
    };
  const { offered } = await examined(
    routes({
      '/api/1.0/': json({}, 410),
      '/api/1.1/': to('/api/1.4/'),
      '/api/1.2/': to('/api/1.2'),
      '/api/1.3/': to('/sign-in?next=/api/1.4/'),
      '/api/1.4/': json(ROOT),
    }),
  );
  expect(offered).toEqual(['1.2', '1.3', '1.4']);
});

test('a root that answers otherwise is a version that is offered, well or badly', async () => {
  const { offered } = await examined(
    routes({ '/api/1.0/': json(ROOT), '/api/1.1/': HTML, '/api/1.2/': json({}, 500) }),
  );
  expect(offered).toEqual(['1.0', '1.1', '1.2']);
});

const REFUSED: [what: string, listener: RequestListener, message: RegExp][] = [
  [
    'an API that is switched off',
    routes({ '/about/': HTML }),
    /404 in every version \(no page\): either the API is disabled \(ENABLE_REST_API.*, or the web server/,
  ],
  [
    'an API that the web server does not pass on, where /about has no slash',
    routes({ '/about': HTML, '/api/1.0/': page(404, '404 Not Found', 'nginx/1.22.1') }),
    /404 in every version \(an HTML page \(“404 Not Found”\) by nginx\/1\.22\.1\): either/,
  ],
  [
    'an address that is no instance',
    routes({}),
    /returns 404 for every version of the API and has no \/about page: check the base URL/,
  ],
  [
    'an /about that is broken',
    routes({ '/about/': json({}, 500) }),
    /has no \/about page: check the base URL/,
  ],
  [
    'a list where the root should be',
    json([{ id: 1 }]),
    /returned status 200 and a JSON array; expected a JSON object of collections/,
  ],
  [
    'an empty list',
    json([]),
    /status 200 and an empty JSON array; .*\(is this another API\? check/,
  ],
  ['null', json(null), /status 200 and the JSON value null; expected a JSON object/],
  ['a text', json('up'), /status 200 and a JSON string; expected a JSON object/],
  ['an empty object', json({}), /status 200 and an empty JSON object; expected a JSON object/],
  [
    'the object of another API',
    json({ status: 'up', [`a${'b'.repeat(99)}`]: 1, more: 2, left: 3 }),
    /a JSON object with "status", "ab{3,39}…?", "more"; .*base URL: \S+\/api\/ must be that of Patchwork\)/,
  ],
];

test.for(REFUSED)('%s cannot be examined, and one line says why', async ([, listener, message]) => {
  const refused = examined(listener);
  await expect(refused).rejects.toThrow(CannotExamine);
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toThrow(/^http:\/\/127\.0\.0\.1:\d+\b[^\n]+nothing was checked$/);
});

test('a version that fails to answer after the first has is not taken for one that is not offered', async () => {
  const refused = examined((request, response) => {
    if (request.url === '/api/1.3/') request.socket.destroy();
    else json(ROOT)(request, response);
  });
  await expect(refused).rejects.toThrow(': GET /api/1.3/: the connection was closed');
});

test('the address that an instance gives itself is masked where it leaves, and known as it is', async () => {
  const headers: [string, string][] = [['X-Gate', 'gate-of-backend.test']];
  const named = json({ projects: 'http://gate-of-backend.test/api/projects/' });
  await asked(named, { headers }, async (client, { url }) => {
    const {
      found: { calledAs },
    } = await findInstance(client, settingsFor(url, { headers }));
    expect([calledAs, client.origin.calledAs]).toEqual([
      'http://<value of X-Gate>',
      'http://gate-of-backend.test',
    ]);
  });
});

test('what a list says that refuses every role is masked', async () => {
  const settings = {
    credentials: { user: { token: TOKEN } },
    headers: [['X-Gate', 'gate-of-backend.test']] as [string, string][],
  };
  const refusing: RequestListener = (request, response) => {
    const detail = `${request.headers['x-gate']} and ${TOKEN}: write to ann@example.org`;
    const isRoot = /^\/api\/1\.\d\/$/.test(request.url ?? '');
    json(isRoot ? ROOT : { detail }, isRoot ? 200 : 401)(request, response);
  };
  await asked(refusing, settings, async (client, { url }) => {
    const {
      found: { rejected },
    } = await findInstance(client, settingsFor(url, settings));
    expect(rejected).toMatchObject([{ role: 'user', isOfAll: true }]);
    expect(rejected[0]?.why).toContain(
      '"<value of X-Gate> and $CONFORMANCE_USER_TOKEN: write to a***@e***"',
    );
  });
});

test('names that are as long as a body are no address, and are cut before they are masked', async () => {
  const long = 'a://x@'.repeat(1_000_000);
  const root = { patches: `http://127.0.0.1:1/${long}/api/1.3/patches/` };
  const named: RequestListener = (request, response) => {
    const { url = '' } = request;
    const isList = url.includes('projects/?');
    const body = isList ? [{ id: 1, link_name: long }] : root;
    json(body, isList || /^\/api\/1\.\d\/$/.test(url) ? 200 : 404)(request, response);
  };
  await asked(named, { maxBytes: 10_000_000 }, async (client, { url }) => {
    const settings = settingsFor(url);
    expect((await findInstance(client, settings)).found.calledAs).toBeUndefined();
    const other = findInstance(client, { ...settings, project: 'none' });
    await expect(other).rejects.toThrow(/^.{50,400}; nothing was checked$/);
  });
});

test.for<[what: string, type: string, body: string]>([
  ['with a sign of HTML in the title of a page', 'text/html', '<title>no hunter2<secret</title>'],
  ['between two lines of one', 'text/html', '<title>no hunter2<\n</title>'],
  ['at the end of a text', 'text/plain', 'no hunter2<secret\n'],
])('a password %s is masked', async ([, type, body]) => {
  const credentials = { user: { name: 'ann', password: 'hunter2<secret ' } };
  const refusing: RequestListener = (_, response) => {
    response.writeHead(500, { 'content-type': type });
    response.end(body);
  };
  await asked(refusing, { credentials }, async (client, { url }) => {
    const refused = findInstance(client, settingsFor(url, { credentials }));
    await expect(refused).rejects.toThrow(/\(“no \$CONFORMANCE_USER_PASSWORD…?”\)/);
  });
});
