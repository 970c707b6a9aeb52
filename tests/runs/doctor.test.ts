import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Reference } from '../../fixtures/reference/start.js';
import { NEEDED_ROLES } from '../../harness/role.js';
import { VERSIONS } from '../../specification/versions.js';
import type { Outcome } from '../cli/command.js';
import { closedAddress } from '../cli/servers.js';
import { doctor, unbroken } from './doctored.js';
import { credentials, stateForContracts, withInstance } from './instance.js';

/** Replaces some of the credentials; an empty one is none. */
type Changed = (reference: Reference) => Record<string, string>;

/** The same on a reference instance, of one version to be quick. */
function doctorOf(change: (behaviour: Behaviour) => void, changed: Changed = () => ({})) {
  const ofOneVersion = (behaviour: Behaviour) => {
    behaviour.versions = ['1.4'];
    change(behaviour);
  };
  return withInstance({ state: stateForContracts(), change: ofOneVersion }, (reference) => {
    const env = { CONFORMANCE_BASE_URL: reference.url, ...credentials(reference) };
    return doctor({ ...env, ...changed(reference) });
  });
}

const problems = ({ stdout }: Outcome) => stdout.split('\n').filter((line) => line.startsWith('✗'));

const nothing = () => {};

test('a sound instance with all credentials has no problem', async () => {
  const { status, stdout } = await doctorOf((behaviour) => {
    behaviour.versions = [...VERSIONS];
  });
  expect(stdout).toMatch(
    /^✓ http:\/\/127\.0\.0\.1:\d+ can be reached; its API offers 1\.0–1\.4\n– plain http to this/m,
  );
  for (const role of NEEDED_ROLES) {
    const how = `${role} signed in with token and with name and password`;
    expect(stdout).toMatch(new RegExp(`^✓ ${how}, and is \\w+ \\(user \\d+\\)$`, 'm'));
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
      /^✗ user could not sign in: GET users\/\S* returned 403 "Invalid token\."; check CONFORMANCE_USER_TOKEN$/m,
      /^– checked without user, /m,
      /^! \d+ requirements would be inconclusive: role user could not sign in: /m,
    ],
  ],
  [
    'a wrong password is named by its variable',
    () => ({ CONFORMANCE_OTHER_TOKEN: '', CONFORMANCE_OTHER_PASSWORD: 'hunter2 hunter2' }),
    1,
    [
      /^✗ other could not sign in: .*; check CONFORMANCE_OTHER_NAME and CONFORMANCE_OTHER_PASSWORD$/m,
    ],
  ],
  [
    'a wrong password beside a token that is right',
    () => ({ CONFORMANCE_USER_PASSWORD: 'hunter2 hunter2' }),
    1,
    [
      /^✗ user could not sign in with name and password: GET users\/\S* returned 403 .*\n +→ check CONFORMANCE_USER_NAME and CONFORMANCE_USER_PASSWORD$/m,
    ],
  ],
  [
    'a token and a name of two accounts',
    ({ roles: { other } }) => ({
      CONFORMANCE_USER_TOKEN: other.token,
      CONFORMANCE_OTHER_TOKEN: '',
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
    [/^✗ the roles other and user are one account \(user 3\), so other is not used: /m],
  ],
  [
    'user and maintainer swapped',
    ({ roles: { user, maintainer } }) => ({
      CONFORMANCE_USER_TOKEN: maintainer.token,
      CONFORMANCE_USER_NAME: '',
      CONFORMANCE_USER_PASSWORD: '',
      CONFORMANCE_MAINTAINER_TOKEN: user.token,
      CONFORMANCE_MAINTAINER_NAME: '',
      CONFORMANCE_MAINTAINER_PASSWORD: '',
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
    [/^✗ \S+ has no project "nonesuch": set --project .*tideline/m],
  ],
  [
    'a project of another maintainer',
    () => ({ CONFORMANCE_PROJECT: '2' }),
    1,
    [/^✗ maintainer does not maintain [\w-]+; it maintains tideline/m],
  ],
  [
    'no project',
    () => ({ CONFORMANCE_PROJECT: '' }),
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
  expect(unbroken(broken)).toMatch(/^✓ user signed in with token /m);
  expect(broken.stdout).not.toMatch(/check CONFORMANCE_/);
});

test('a role that is locked out while the doctor looks is a problem', async () => {
  let reads = 0;
  const locked = await doctorOf((behaviour) => {
    const { front } = behaviour;
    behaviour.front = (request, answer) => {
      if (request.headers.has('authorization')) reads += 1;
      const isLocked = reads > 60 && request.headers.has('authorization');
      if (isLocked) return Promise.resolve(Response.json({ detail: 'No.' }, { status: 401 }));
      return front(request, answer);
    };
  });
  expect(problems(locked).join()).toMatch(/requirements? could not be checked/);
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
  const { stdout } = await doctorOf((behaviour) => {
    // A version alone leaves open what compares versions.
    behaviour.versions = ['1.3', '1.4'];
    delete behaviour.fields.project.detail.web_url;
  });
  expect(stdout).not.toMatch(/^[✗!]/m);
  expect(stdout).not.toContain('web_url');
});

test('without an instance the doctor stops at the first problem', async () => {
  const closed = await doctor({}, '--base-url', await closedAddress());
  expect(unbroken(closed)).toMatch(
    /^✗ http:\S+ cannot be tested: .*connection refused \(is the server running\?\)/m,
  );
  expect(closed.stdout).not.toContain('Roles');
  expect(problems(closed)).toHaveLength(1);
});
