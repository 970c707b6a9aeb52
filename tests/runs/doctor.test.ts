import { type RequestListener, request as send } from 'node:http';
import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { NEEDED_ROLES } from '../../harness/role.js';
import { VERSIONS } from '../../specification/versions.js';
import { conformance, inNewFolder, type Outcome } from '../cli/command.js';
import { closedAddress, echo, html, switchedOff, withServer } from '../cli/servers.js';
import { credentials, ran, stateForContracts, withInstance } from './instance.js';

/** Runs the doctor in an environment, and checks what every output must satisfy. */
async function doctor(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const outcome = await inNewFolder((cwd) => conformance(['doctor', ...args], { cwd, env }));
  const { status, stdout, stderr } = outcome;
  expect(status).toBe(/^✗ /m.test(stdout) ? 2 : 0);
  expect(stdout).toMatch(
    /\n(No problems found\. Next: npx conformance --base-url \S+( --project \S+)?( --requirements \S+)?|\d+ problems? found: see the arrows\.)\n$/,
  );
  expect(stdout).not.toMatch(/conformant|^ +at .*:\d+/im);
  for (const [name, value] of Object.entries(env)) {
    if (/TOKEN|PASSWORD|HEADERS/.test(name)) expect(stdout + stderr).not.toContain(value);
  }
  expect(stderr).toBe('');
  return outcome;
}

/** Replaces some of the credentials, or leaves them out. */
type Changed = (reference: Reference) => Record<string, string | undefined>;

/** The same on a reference instance, of two versions to be quick. */
function doctorOf(change: (behaviour: Behaviour) => void, changed: Changed = () => ({})) {
  const ofTwoVersions = (behaviour: Behaviour) => {
    behaviour.versions = ['1.3', '1.4'];
    change(behaviour);
  };
  return withInstance({ state: stateForContracts(), change: ofTwoVersions }, (reference) => {
    const given = {
      CONFORMANCE_BASE_URL: reference.url,
      ...credentials(reference),
      ...changed(reference),
    };
    const env = Object.entries(given).filter(
      (each): each is [string, string] => each[1] !== undefined,
    );
    return doctor(Object.fromEntries(env));
  });
}

const problems = ({ stdout }: Outcome) => stdout.split('\n').filter((line) => line.startsWith('✗'));

/** The output with its lines joined again where they were broken. */
const unbroken = ({ stdout }: Outcome) => stdout.replace(/\n {2}(?! )/g, ' ');

const nothing = () => {};

test('a sound instance with all credentials has no problem', async () => {
  const { status, stdout } = await doctorOf((behaviour) => {
    behaviour.versions = [...VERSIONS];
  });
  expect(stdout).toMatch(
    /^✓ http:\/\/127\.0\.0\.1:\d+ can be reached; its API offers 1\.0–1\.4\n– plain http to this/m,
  );
  for (const role of NEEDED_ROLES) {
    expect(stdout).toMatch(new RegExp(`^✓ ${role} signed in with token$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^✓ ${role} signed in with name and password$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^✓ ${role} is \\w+ \\(user \\d+\\)$`, 'm'));
  }
  expect(stdout).toMatch(/^✓ maintainer maintains tideline$/m);
  expect(stdout).toMatch(
    /^✓ all required test data is available: \d+ requirements can be checked$/m,
  );
  expect(stdout).toMatch(
    /^✓ a run of 5 versions sends at most about [\d,]+0 requests and takes at most about\s/m,
  );
  expect(stdout).toMatch(/\nNo problems found\. /);
  expect(stdout).not.toMatch(/^[✗!]/m);
  expect(status).toBe(0);
});

/** What is wrong, and what is said of it; how many problems that is. */
const CREDENTIALS: [what: string, Changed, problems: number, said: RegExp[]][] = [
  [
    'a wrong token is named by its variable, and the rest is checked without it',
    () => ({ CONFORMANCE_USER_TOKEN: 'f00f00f00f00' }),
    1,
    [
      /^✗ user could not sign in with token: people\/ returned 403 "Invalid token\."\n +→ check CONFORMANCE_USER_TOKEN;/m,
      /^✓ user signed in with name and password$/m,
      /^– checked without user, /m,
      /^– \d+ requirements would be skipped: needs credentials for the role user$/m,
    ],
  ],
  [
    'a wrong password is named by its variable',
    () => ({
      CONFORMANCE_OTHER_TOKEN: undefined,
      CONFORMANCE_OTHER_PASSWORD: 'hunter2 hunter2',
    }),
    1,
    [
      /^✗ other could not sign in with name and password: .*\n +→ check CONFORMANCE_OTHER_NAME and CONFORMANCE_OTHER_PASSWORD$/m,
    ],
  ],
  [
    'a token and a name of two accounts',
    ({ roles }) => ({
      CONFORMANCE_USER_TOKEN: roles.other.token,
      CONFORMANCE_OTHER_TOKEN: undefined,
    }),
    1,
    [/^✗ user: token and name belong to different accounts; /m],
  ],
  [
    'two roles that are one account',
    ({ roles: { user } }) => ({
      CONFORMANCE_OTHER_TOKEN: user.token,
      CONFORMANCE_OTHER_NAME: user.name,
      CONFORMANCE_OTHER_PASSWORD: user.password,
    }),
    1,
    [/^✗ user and other are the same account$/m],
  ],
  [
    'user and maintainer swapped',
    ({ roles: { user, maintainer } }) => ({
      CONFORMANCE_USER_TOKEN: maintainer.token,
      CONFORMANCE_USER_NAME: undefined,
      CONFORMANCE_USER_PASSWORD: undefined,
      CONFORMANCE_MAINTAINER_TOKEN: user.token,
      CONFORMANCE_MAINTAINER_NAME: undefined,
      CONFORMANCE_MAINTAINER_PASSWORD: undefined,
    }),
    1,
    [
      /^✗ maintainer does not maintain tideline; it maintains none of the first 100 projects\n +→ .+ are those of two roles swapped\?/m,
      /^! user maintains tideline; it should not maintain a project/m,
    ],
  ],
  [
    'an unknown project',
    () => ({ CONFORMANCE_PROJECT: 'nonesuch' }),
    1,
    [/^✗ project "nonesuch" not found\n +→ set --project .*tideline/m],
  ],
  [
    'a project of another maintainer',
    () => ({ CONFORMANCE_PROJECT: '2' }),
    1,
    [/^✗ maintainer does not maintain [\w-]+; it maintains tideline/m],
  ],
  [
    'no project',
    () => ({ CONFORMANCE_PROJECT: undefined }),
    0,
    [/^! maintainer maintains tideline.*; --project is not set/m],
  ],
];

test.for(CREDENTIALS)('%s', async ([, changed, count, said]) => {
  const outcome = await doctorOf(nothing, changed);
  for (const each of said) expect(unbroken(outcome)).toMatch(each);
  expect(problems(outcome)).toHaveLength(count);
});

test('credentials are not blamed for a server error', async () => {
  const broken = await doctorOf((behaviour) =>
    wrapRoute(behaviour, 'people/', 'GET', () =>
      Response.json({ detail: 'boom' }, { status: 500 }),
    ),
  );
  expect(unbroken(broken)).toMatch(
    /^✗ user could not sign in with token: people\/ returned 500 "boom"\n +→ the credentials were neither accepted nor rejected/m,
  );
  expect(broken.stdout).not.toMatch(/check CONFORMANCE_/);
});

test('without credentials there is no problem, and skipped requirements are listed', async () => {
  const { stdout } = await withInstance({}, ({ url }) => doctor({}, '--base-url', url));
  expect(stdout).toMatch(
    /^– user: no credentials\n +→ set CONFORMANCE_USER_TOKEN, or CONFORMANCE_USER_NAME/m,
  );
  expect(stdout).toMatch(/^– \d+ requirements would be skipped: needs credentials for any role$/m);
  expect(stdout).toMatch(/\nNo problems found\. /);
});

test('missing data is listed by reason, and is no problem', async () => {
  const poor = await doctorOf((behaviour) => {
    for (const path of ['covers/', 'events/'])
      wrapRoute(behaviour, path, 'GET', () => Response.json([]));
    behaviour.sees.bundle = (_caller, bundle) => bundle.public;
  });
  expect(unbroken(poor)).toMatch(/^! \d+ requirements would be inconclusive: .*private bundle/m);
  expect(unbroken(poor)).toMatch(
    /^! \d+ requirements would be inconclusive: no object of covers\/ with comments was found .*\n +.*comment\.cover\.list/m,
  );
  expect(problems(poor)).toEqual([]);
});

test('violations are not reported', async () => {
  const { stdout } = await doctorOf(({ fields }) => {
    delete fields.project.detail.web_url;
  });
  expect(stdout).not.toMatch(/^[✗!]/m);
  expect(stdout).not.toContain('web_url');
});

test('without an instance the doctor stops at the first problem', async () => {
  const closed = await doctor({}, '--base-url', await closedAddress());
  expect(unbroken(closed)).toMatch(
    /^✗ http:\S+ cannot be tested: .*connection refused.*\n +→ check --base-url/m,
  );
  expect(closed.stdout).not.toContain('Roles');
  const site = await withServer(html, (url) => doctor({}, '--base-url', url));
  expect(unbroken(site)).toMatch(
    /^✗ .*an HTML page; expected a JSON object of collections \(bundles, .+\)/m,
  );
  const off = await withServer(switchedOff, (url) => doctor({}, '--base-url', url));
  expect(unbroken(off)).toMatch(/^✗ .*: either the API is disabled/m);
  expect([closed, site, off].map(problems).map((lines) => lines.length)).toEqual([1, 1, 1]);
});

/** The instance as it looks through something that stands before it. */
function through(url: string, change: (headers: Record<string, unknown>) => void): RequestListener {
  return (request, response) => {
    const { method, headers, url: path = '' } = request;
    const onwards = send(new URL(path, url), { method, headers }, (answer) => {
      change(answer.headers);
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onwards);
  };
}

test('credentials that do not arrive are one problem, with its usual causes', async () => {
  const { stdout, run } = await withInstance({}, (reference) => {
    const onwards = through(reference.url, () => {});
    const dropping: RequestListener = (request, response) => {
      delete request.headers.authorization;
      onwards(request, response);
    };
    const env = credentials(reference);
    return withServer(dropping, async (url) => ({
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
    if (!request.url?.includes('/people/')) return echo(request, response);
    const detail = `\u001b[2J${JSON.stringify(request.headers)}`;
    response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
  };
  const { status, stdout } = await withServer(hostile, (url) => doctor(env, '--base-url', url));
  expect(stdout).toContain('\\u{1b}[2J');
  expect(stdout).not.toContain('sekrit');
  expect(stdout).not.toContain('\u001b');
  expect(status).toBe(2);
});

test('an instance that calls itself by another name is a warning, and checked where it is', async () => {
  const { stdout, run } = await withInstance({}, (reference) => {
    // The server is told another address than the one by which it is reached.
    const behind: RequestListener = (request, response) => {
      request.headers.host = 'backend.test';
      through(reference.url, nothing)(request, response);
    };
    return withServer(behind, async (url) => ({
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
