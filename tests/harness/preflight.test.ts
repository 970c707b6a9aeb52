import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { CannotExamine } from '../../harness/cannot-examine.js';
import { findInstance, type Preflight, preflight } from '../../harness/preflight.js';
import { asked, json, settingsFor } from './serving.js';

function examined(listener: RequestListener): Promise<Preflight & { requests: string[] }> {
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

test('a root that answers anything but 404 is a version that is offered, well or badly', async () => {
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
    json([]),
    /status 200 and application\/json; expected a JSON object/,
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
    const { calledAs } = await findInstance(client, settingsFor(url, { headers }));
    expect([calledAs, client.origin.calledAs]).toEqual([
      'http://<value of X-Gate>',
      'http://gate-of-backend.test',
    ]);
  });
});
