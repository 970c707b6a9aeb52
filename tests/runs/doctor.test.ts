import { type RequestListener, request as send } from 'node:http';
import { expect, test } from 'vitest';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeState } from '../../fixtures/reference/data/state.js';
import { withoutSeries } from '../../fixtures/reference/like/old-patch.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { credentialName, NEEDED_ROLES } from '../../harness/role.js';
import { conformance, inNewFolder, type Outcome } from '../cli/command.js';
import { closedAddress, echo, html, switchedOff, withServer } from '../cli/servers.js';
import { answerInstead } from '../suites/sabotage.js';

/** The credentials of every role, both schemes, as the environment gives them. */
function credentials({ roles }: Reference): Record<string, string> {
  const parts = ['token', 'name', 'password'] as const;
  return Object.fromEntries(
    NEEDED_ROLES.flatMap((role) =>
      parts.map((part) => [credentialName(role, part), roles[role][part]]),
    ),
  );
}

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

/** The same on a reference instance; `changed` replaces some of its credentials. */
async function doctorOf(
  behaviour: Behaviour,
  changed: (reference: Reference) => Record<string, string | undefined> = () => ({}),
  ...args: string[]
): Promise<Outcome> {
  // A client contract needs a patch without a series.
  const state = makeState();
  withoutSeries(state);
  const reference = await startReference({ behaviour, state });
  const given = {
    CONFORMANCE_BASE_URL: reference.url,
    CONFORMANCE_PROJECT: reference.project,
    ...credentials(reference),
    ...changed(reference),
  };
  const env = Object.entries(given).filter(
    (each): each is [string, string] => each[1] !== undefined,
  );
  try {
    return await doctor(Object.fromEntries(env), ...args);
  } finally {
    await reference.stop();
  }
}

const problems = ({ stdout }: Outcome) => stdout.split('\n').filter((line) => line.startsWith('✗'));

/** The output with its lines joined again where they were broken. */
const unbroken = ({ stdout }: Outcome) => stdout.replace(/\n {2}(?! )/g, ' ');

test.concurrent('a sound instance with all credentials has no problem', async () => {
  const { status, stdout } = await doctorOf(soundBehaviour());
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

test.concurrent('a wrong token is named by its variable, and the rest is checked without it', async () => {
  const wrong = await doctorOf(soundBehaviour(), () => ({
    CONFORMANCE_USER_TOKEN: 'f00f00f00f00',
  }));
  expect(problems(wrong)).toHaveLength(1);
  expect(unbroken(wrong)).toMatch(
    /^✗ user could not sign in with token: people\/ returned 403 "Invalid token\."\n +→ check CONFORMANCE_USER_TOKEN;/m,
  );
  expect(wrong.stdout).toMatch(/^✓ user signed in with name and password$/m);
  expect(wrong.stdout).toMatch(/^– checked without user, /m);
  expect(wrong.stdout).toMatch(
    /^– \d+ requirements would be skipped: needs credentials for the role user$/m,
  );
});

test.concurrent('a wrong password is named by its variable', async () => {
  const wrong = await doctorOf(soundBehaviour(), () => ({
    CONFORMANCE_OTHER_TOKEN: undefined,
    CONFORMANCE_OTHER_PASSWORD: 'hunter2 hunter2',
  }));
  expect(unbroken(wrong)).toMatch(
    /^✗ other could not sign in with name and password: .*\n +→ check CONFORMANCE_OTHER_NAME and CONFORMANCE_OTHER_PASSWORD$/m,
  );
});

test.concurrent('a token and a name of two accounts', async () => {
  const mixed = await doctorOf(soundBehaviour(), ({ roles }) => ({
    CONFORMANCE_USER_TOKEN: roles.other.token,
    CONFORMANCE_OTHER_TOKEN: undefined,
  }));
  expect(unbroken(mixed)).toMatch(/^✗ user: token and name belong to different accounts; /m);
});

test.concurrent('credentials are not blamed for a server error', async () => {
  const behaviour = soundBehaviour();
  answerInstead(behaviour, 'people/', () => Response.json({ detail: 'boom' }, { status: 500 }));
  const broken = await doctorOf(behaviour);
  expect(unbroken(broken)).toMatch(
    /^✗ user could not sign in with token: people\/ returned 500 "boom"\n +→ the credentials were neither accepted nor rejected/m,
  );
  expect(broken.stdout).not.toMatch(/check CONFORMANCE_/);
});

test.concurrent('two roles that are one account', async () => {
  const same = await doctorOf(soundBehaviour(), ({ roles: { user } }) => ({
    CONFORMANCE_OTHER_TOKEN: user.token,
    CONFORMANCE_OTHER_NAME: user.name,
    CONFORMANCE_OTHER_PASSWORD: user.password,
  }));
  expect(problems(same)).toEqual(['✗ user and other are the same account']);
});

test.concurrent('user and maintainer swapped', async () => {
  const swapped = await doctorOf(soundBehaviour(), ({ roles: { user, maintainer } }) => ({
    CONFORMANCE_USER_TOKEN: maintainer.token,
    CONFORMANCE_USER_NAME: undefined,
    CONFORMANCE_USER_PASSWORD: undefined,
    CONFORMANCE_MAINTAINER_TOKEN: user.token,
    CONFORMANCE_MAINTAINER_NAME: undefined,
    CONFORMANCE_MAINTAINER_PASSWORD: undefined,
  }));
  expect(problems(swapped)).toHaveLength(1);
  expect(unbroken(swapped)).toMatch(
    /^✗ maintainer does not maintain tideline; it maintains none of the first 100 projects\n +→ user maintains a project: are the credentials swapped\?/m,
  );
  expect(unbroken(swapped)).toMatch(
    /^! user maintains tideline; it should not maintain a project/m,
  );
});

const PROJECTS: [project: string | undefined, expected: RegExp, status: number][] = [
  ['nonesuch', /^✗ project "nonesuch" not found\n +→ set --project .*tideline/m, 2],
  ['2', /^✗ maintainer does not maintain [\w-]+; it maintains tideline/m, 2],
  [undefined, /^! maintainer maintains tideline.*; --project is not set/m, 0],
];

test.concurrent.for(PROJECTS)('--project %s', async ([project, expected, status], { expect }) => {
  const told = await doctorOf(soundBehaviour(), () => ({ CONFORMANCE_PROJECT: project }));
  expect(told.stdout).toMatch(expected);
  expect(told.status).toBe(status);
});

test.concurrent('without credentials there is no problem, and skipped requirements are listed', async () => {
  const reference = await startReference();
  const { stdout } = await doctor({}, '--base-url', reference.url);
  await reference.stop();
  expect(stdout).toMatch(
    /^– user: no credentials\n +→ set CONFORMANCE_USER_TOKEN, or CONFORMANCE_USER_NAME/m,
  );
  expect(stdout).toMatch(/^– \d+ requirements would be skipped: needs credentials for any role$/m);
  expect(stdout).toMatch(/\nNo problems found\. /);
});

test.concurrent('missing data is listed by reason, and is no problem', async () => {
  const behaviour = soundBehaviour();
  for (const path of ['covers/', 'events/'])
    answerInstead(behaviour, path, () => Response.json([]));
  behaviour.sees.bundle = (_caller, bundle) => bundle.public;
  const poor = await doctorOf(behaviour);
  expect(unbroken(poor)).toMatch(/^! \d+ requirements would be inconclusive: .*private bundle/m);
  expect(unbroken(poor)).toMatch(
    /^! \d+ requirements would be inconclusive: no object of covers\/ with comments was found .*\n +.*comment\.cover\.list/m,
  );
  expect(problems(poor)).toEqual([]);
});

test.concurrent('violations are not reported', async () => {
  const behaviour = soundBehaviour();
  delete behaviour.fields.project.detail.web_url;
  const { stdout } = await doctorOf(behaviour);
  expect(stdout).not.toMatch(/^[✗!]/m);
  expect(stdout).not.toContain('web_url');
});

test.concurrent('an instance that returns people to anonymous callers', async () => {
  const behaviour = soundBehaviour();
  const people = behaviour.routes['people/']?.methods.GET;
  if (people === undefined) throw new Error('the reference has no people/');
  people.signedIn = false;
  const open = await doctorOf(behaviour);
  expect(unbroken(open)).toMatch(
    /^! user is not refused with token, but the instance also returns people\/ to anonymous/m,
  );
});

test.concurrent('without an instance the doctor stops at the first problem', async () => {
  const closed = await doctor({}, '--base-url', await closedAddress());
  expect(unbroken(closed)).toMatch(
    /^✗ http:\S+ cannot be tested: .*connection refused.*\n +→ check --base-url/m,
  );
  expect(closed.stdout).not.toContain('Roles');
  const site = await withServer(html, (url) => doctor({}, '--base-url', url));
  expect(unbroken(site)).toMatch(
    /^✗ .*text\/html; expected a JSON object of collections \(bundles, .+\)/m,
  );
  const off = await withServer(switchedOff, (url) => doctor({}, '--base-url', url));
  expect(unbroken(off)).toMatch(/^✗ .*: the API is disabled/m);
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

test.concurrent('a wrong clock is a warning', async () => {
  const reference = await startReference();
  const late = through(reference.url, (headers) => {
    headers.date = new Date(Date.now() - 600_500).toUTCString();
  });
  const { stdout } = await withServer(late, (url) => doctor({}, '--base-url', url));
  await reference.stop();
  expect(stdout).toMatch(/^! the clock of the instance is 10 min \d+ s behind the local clock$/m);
});

test.concurrent('credentials over plain http to a host that is not this machine are a warning', async () => {
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

test.concurrent('echoed credentials are masked, and control characters are escaped', async () => {
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

test.concurrent('links that lead to another address are a warning', async () => {
  const reference = await startReference();
  // The server is told another address than the one by which it is reached.
  const behind: RequestListener = (request, response) => {
    request.headers.host = 'backend.test';
    through(reference.url, () => {})(request, response);
  };
  const { stdout } = await withServer(behind, (url) => doctor({}, '--base-url', url));
  await reference.stop();
  expect(stdout).toMatch(/^! links in responses point to http:\/\/backend\.test; they are not/m);
  expect(stdout).toMatch(/^ +→ use that address as --base-url if /m);
});
