import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { echo, html, withServer } from '../cli/servers.js';
import { type PassedRequest, withProxy } from '../harness/proxy.js';
import { doctor, unbroken } from './doctored.js';
import { credentials, ran, withInstance } from './instance.js';

// What stands between the doctor and an instance, and an instance that is hostile.

test('credentials that do not arrive are one problem, with its usual causes', async () => {
  const { stdout, run } = await withInstance({}, (reference) => {
    const dropping = ({ headers }: PassedRequest) => {
      delete headers.authorization;
      return 'pass' as const;
    };
    const env = credentials(reference);
    return withProxy(reference.url, dropping, async (url) => ({
      ...(await doctor(env, '--base-url', url)),
      run: await ran(['--base-url', url, '--versions', '1.3', '--only', 'users'], { env }),
    }));
  });
  expect(stdout.match(/^✗ /gm)).toHaveLength(1);
  expect(stdout).toMatch(/^✗ credentials do not reach the API: .+WSGIPassAuthorization.+ proxy /m);
  const reasons = run.report.results.flatMap(({ code, reason }) =>
    code === 'role-rejected' ? [reason] : [],
  );
  expect([...new Set(reasons)]).toEqual([
    expect.stringMatching(/^credentials do not reach the API: /),
  ]);
});

test('credentials over plain http to a host that is not this machine are a warning', async () => {
  await withServer(html, async (url) => {
    // Every address of this machine: reachable here, and no loopback address by name.
    const address = url.replace('127.0.0.1', '0.0.0.0');
    const token = { CONFORMANCE_USER_TOKEN: 'sekrit-token' };
    const given = await doctor(token, '--base-url', address);
    expect(unbroken(given)).toMatch(
      /^! credentials are sent to 0\.0\.0\.0 unencrypted \(plain http\)\n +→ use an https: address/m,
    );
    const none = await doctor({}, '--base-url', address);
    expect(none.stdout).toMatch(/^– plain http; no credentials are sent$/m);
  });
});

test('echoed credentials are masked, and control characters are escaped', async () => {
  const env = {
    CONFORMANCE_USER_TOKEN: 'sekrit-token-of-user',
    CONFORMANCE_OTHER_NAME: 'otto',
    CONFORMANCE_OTHER_PASSWORD: 'sekrit password of other',
    CONFORMANCE_HEADERS: 'X-Gate: sekrit-gate',
  };
  const hostile: RequestListener = (request, response) => {
    if (!/\/(people|users)\//.test(request.url ?? '')) return echo(request, response);
    const detail = `\u001b[2J${JSON.stringify(request.headers)}`;
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
  };
  const { status, stdout } = await withServer(hostile, (url) => doctor(env, '--base-url', url));
  expect(stdout).toContain('\\u001b[2J');
  expect(stdout).not.toContain('sekrit');
  expect(stdout).not.toContain('\u001b');
  expect(status).toBe(2);
});

test('an instance that calls itself by another name is a warning, and checked where it is', async () => {
  const { stdout, run } = await withInstance({}, (reference) => {
    // The server is told another address than the one by which it is reached.
    const behind = ({ headers }: PassedRequest) => {
      headers.host = 'backend.test';
      return 'pass' as const;
    };
    return withProxy(reference.url, behind, async (url) => ({
      ...(await doctor({}, '--base-url', url)),
      run: await ran(['--base-url', url, '--versions', '1.3']),
    }));
  });
  expect(stdout).toMatch(
    /^! the instance calls itself http:\/\/backend\.test although it was reached at http:\S+: check the Host /m,
  );
  expect(stdout).toMatch(/^ +→ use that address as --base-url if /m);
  const { results, target } = run.report;
  expect(target.calledAs).toBe('http://backend.test');
  // Nothing is sent there; only the redirects of paths without a slash lead there.
  const amiss = results.filter(({ verdict }) =>
    ['fail', 'error', 'warn', 'inconclusive'].includes(verdict),
  );
  expect(amiss.map(({ requirement, verdict }) => [requirement, verdict])).toEqual([
    ['root.slashless', 'fail'],
    ['conv.slashless', 'fail'],
    ['page.link.same-origin', 'warn'],
  ]);
});

test.for([[{}], [null]])('lists that are %j are a problem, and named', async ([body]) => {
  const front: Behaviour['front'] = async (request, answer) => {
    const received = await answer(request);
    const json: unknown = await received
      .clone()
      .json()
      .catch(() => undefined);
    return Array.isArray(json) ? Response.json(body) : received;
  };
  const said = await withInstance({ front }, (reference) =>
    doctor({}, '--base-url', reference.url),
  );
  expect(unbroken(said)).toMatch(
    /^✗ bundles, covers, events, .*: the response is no JSON array, so no object can be read there\n +→ /m,
  );
  expect(said.status).toBe(2);
});
