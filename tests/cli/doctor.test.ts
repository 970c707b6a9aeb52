import { type RequestListener, request as send } from 'node:http';
import { expect, test } from 'vitest';
import { type Behaviour, soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import { credentialName, SIGNED_IN_ROLES } from '../../harness/role.js';
import { answerInstead } from '../suites/sabotage.js';
import { conformance, inNewFolder, type Outcome } from './command.js';
import { closedAddress, echo, html, switchedOff, withServer } from './servers.js';

/** The credentials of every role, both schemes, as the environment gives them. */
function credentials({ roles }: Reference): Record<string, string> {
  const parts = ['token', 'name', 'password'] as const;
  return Object.fromEntries(
    SIGNED_IN_ROLES.flatMap((role) =>
      parts.map((part) => [credentialName(role, part), roles[role][part]]),
    ),
  );
}

/** Runs the doctor in an environment, and holds what holds of all that it says. */
async function doctor(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  const outcome = await inNewFolder((cwd) => conformance(['doctor', ...args], { cwd, env }));
  const { status, stdout, stderr } = outcome;
  expect(status).toBe(/^✗ /m.test(stdout) ? 2 : 0);
  expect(stdout).toMatch(/The doctor does not judge: conformance run does\.\n$/);
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
  const reference = await startReference({ behaviour });
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

const red = ({ stdout }: Outcome) => stdout.split('\n').filter((line) => line.startsWith('✗'));

/** The output with its lines joined again where they were broken. */
const unbroken = ({ stdout }: Outcome) => stdout.replace(/\n {2}(?! )/g, ' ');

test.concurrent('on a sound instance with all credentials everything is green', async () => {
  const { status, stdout } = await doctorOf(soundBehaviour());
  expect(stdout).toMatch(
    /^✓ http:\/\/127\.0\.0\.1:\d+ can be reached\n– plain http, to this machine$/m,
  );
  expect(stdout).toMatch(/^✓ the API is on, and offers 1\.0–1\.4$/m);
  for (const role of SIGNED_IN_ROLES) {
    expect(stdout).toMatch(new RegExp(`^✓ ${role} signs in by token$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^✓ ${role} signs in by name and password$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^✓ ${role} is \\w+ \\(user \\d+\\)$`, 'm'));
  }
  expect(stdout).toMatch(/^✓ user is shown its private bundle\n✓ maintainer maintains tideline$/m);
  expect(stdout).toMatch(
    /^✓ there is all the data that is needed: \d+ requirements can be judged$/m,
  );
  expect(stdout).toMatch(
    /^✓ a run of 5 versions sends at most about [\d,]+0 requests and takes at most about\s/m,
  );
  expect(stdout).toMatch(/\nNothing is red\. /);
  expect(stdout).not.toMatch(/^[✗!]/m);
  expect(status).toBe(0);
});

test.concurrent('a wrong token is named by its variable, and the rest is looked at without it', async () => {
  const wrong = await doctorOf(soundBehaviour(), () => ({
    CONFORMANCE_USER_TOKEN: 'f00f00f00f00',
  }));
  expect(red(wrong)).toHaveLength(1);
  expect(unbroken(wrong)).toMatch(
    /^✗ user does not sign in by token: people\/ answers with status 403 "Invalid token\."\n +→ is CONFORMANCE_USER_TOKEN right\?/m,
  );
  expect(wrong.stdout).toMatch(/^✓ user signs in by name and password$/m);
  expect(wrong.stdout).toMatch(/^– looked at without user, /m);
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
    /^✗ other does not sign in by name and password: .*\n +→ are CONFORMANCE_OTHER_NAME and CONFORMANCE_OTHER_PASSWORD right\?/m,
  );
});

test.concurrent('a token and a name of two accounts', async () => {
  const mixed = await doctorOf(soundBehaviour(), ({ roles }) => ({
    CONFORMANCE_USER_TOKEN: roles.other.token,
    CONFORMANCE_OTHER_TOKEN: undefined,
  }));
  expect(unbroken(mixed)).toMatch(/^✗ user: its token and its name are not of one account; /m);
});

test.concurrent('two roles that are one account', async () => {
  const same = await doctorOf(soundBehaviour(), ({ roles: { user } }) => ({
    CONFORMANCE_OTHER_TOKEN: user.token,
    CONFORMANCE_OTHER_NAME: user.name,
    CONFORMANCE_OTHER_PASSWORD: user.password,
  }));
  expect(red(same)).toEqual(['✗ user and other are one and the same account']);
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
  expect(red(swapped)).toHaveLength(1);
  expect(unbroken(swapped)).toMatch(
    /^✗ maintainer maintains neither tideline nor .*\n +→ the role user maintains one: are the two swapped\?/m,
  );
  expect(unbroken(swapped)).toMatch(/^! user maintains tideline: it is no plain user/m);
});

const PROJECTS: [project: string | undefined, expected: RegExp, status: number][] = [
  ['nonesuch', /^✗ there is no project "nonesuch"\n +→ --project takes .*tideline/m, 2],
  ['2', /^✗ maintainer does not maintain [\w-]+, but tideline/m, 2],
  [undefined, /^! maintainer maintains tideline.*; which of them/m, 0],
];

test.concurrent.for(PROJECTS)('--project %s', async ([project, expected, status], { expect }) => {
  const told = await doctorOf(soundBehaviour(), () => ({ CONFORMANCE_PROJECT: project }));
  expect(told.stdout).toMatch(expected);
  expect(told.status).toBe(status);
});

test.concurrent('without credentials nothing is red, and it is said what is skipped', async () => {
  const reference = await startReference();
  const { stdout } = await doctor({}, '--base-url', reference.url);
  await reference.stop();
  expect(stdout).toMatch(
    /^– user: no credentials\n +→ give CONFORMANCE_USER_TOKEN, or CONFORMANCE_USER_NAME/m,
  );
  expect(stdout).toMatch(/^– \d+ requirements would be skipped: needs credentials for any role$/m);
  expect(stdout).toMatch(/\nNothing is red\. /);
});

test.concurrent('data that is missing is measured, by reason, and is no red line', async () => {
  const behaviour = soundBehaviour();
  for (const path of ['covers/', 'events/'])
    answerInstead(behaviour, path, () => Response.json([]));
  behaviour.sees.bundle = (_caller, bundle) => bundle.public;
  const poor = await doctorOf(behaviour);
  expect(unbroken(poor)).toMatch(
    /^! user has no private bundle among the first 100 .*\n +→ make one by hand/m,
  );
  expect(unbroken(poor)).toMatch(
    /^! \d+ requirements would be inconclusive: no object of covers\/ has comments .*\n +.*comment\.cover\.list/m,
  );
  expect(red(poor)).toEqual([]);
});

test.concurrent('what departs is not told', async () => {
  const behaviour = soundBehaviour();
  delete behaviour.fields.project.detail.web_url;
  const { stdout } = await doctorOf(behaviour);
  expect(stdout).not.toMatch(/^[✗!]/m);
  expect(stdout).not.toContain('web_url');
});

test.concurrent('an instance that shows people to everybody', async () => {
  const behaviour = soundBehaviour();
  const people = behaviour.routes['people/']?.methods.GET;
  if (people === undefined) throw new Error('the reference has no people/');
  people.signedIn = false;
  const open = await doctorOf(behaviour);
  expect(unbroken(open)).toMatch(
    /^! user is not refused by token, but people\/ is shown to everybody/m,
  );
});

test.concurrent('where there is no instance the first red line is the last', async () => {
  const closed = await doctor({}, '--base-url', await closedAddress());
  expect(unbroken(closed)).toMatch(/^✗ http:\S+ cannot be reached: connection refused/m);
  expect(closed.stdout).not.toContain('The roles');
  const site = await withServer(html, (url) => doctor({}, '--base-url', url));
  expect(unbroken(site)).toMatch(
    /^✗ .*text\/html; expected a JSON object of collections \(bundles, .+\)/m,
  );
  const off = await withServer(switchedOff, (url) => doctor({}, '--base-url', url));
  expect(unbroken(off)).toMatch(/^✗ .*: the API is disabled/m);
  expect([closed, site, off].map(red).map((lines) => lines.length)).toEqual([1, 1, 1]);
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

test.concurrent('a clock that is off is a remark', async () => {
  const reference = await startReference();
  const late = through(reference.url, (headers) => {
    headers.date = new Date(Date.now() - 600_500).toUTCString();
  });
  const { stdout } = await withServer(late, (url) => doctor({}, '--base-url', url));
  await reference.stop();
  expect(stdout).toMatch(/^! its clock is 10 min \d+ s behind the one here$/m);
});

test.concurrent('credentials over plain http to a host that is not this machine are a remark', async () => {
  await withServer(html, async (url) => {
    // Every address of this machine: reachable here, and no loopback address by name.
    const address = url.replace('127.0.0.1', '0.0.0.0');
    const token = { CONFORMANCE_USER_TOKEN: 'sekrit-token' };
    const given = await doctor(token, '--base-url', address);
    expect(unbroken(given)).toMatch(
      /^! credentials go to 0\.0\.0\.0 over plain http: .*\n +→ give an https: address/m,
    );
    const none = await doctor({}, '--base-url', address);
    expect(none.stdout).toMatch(/^– plain http; there are no credentials to read$/m);
  });
});

test.concurrent('what repeats all that was sent, and control characters, comes to nothing', async () => {
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

test.concurrent('links that lead to another address are a remark', async () => {
  const reference = await startReference();
  // The server is told another address than the one by which it is reached.
  const behind: RequestListener = (request, response) => {
    request.headers.host = 'backend.test';
    through(reference.url, () => {})(request, response);
  };
  const { stdout } = await withServer(behind, (url) => doctor({}, '--base-url', url));
  await reference.stop();
  expect(stdout).toMatch(/^! the links that it gives lead to http:\/\/backend\.test, and are not/m);
  expect(stdout).toMatch(/^ +→ give that address as --base-url if /m);
});
