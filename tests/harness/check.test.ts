import { expect, test } from 'vitest';
import { check, type Judgement } from '../../harness/check.js';
import type { Requirement } from '../../harness/requirement.js';
import type { SignedInRole } from '../../harness/role.js';
import { situationOf } from '../../harness/situation.js';
import { Violation } from '../../harness/violation.js';
import { declared } from './declared.js';
import { asked, json, settingsFor } from './serving.js';

const ROWS = [{ id: 1 }];

/** The judgement of a requirement on a server that answers everything with one row. */
function judgedOn(
  changed: Partial<Requirement>,
  roles: readonly SignedInRole[] = [],
  listener = json(ROWS),
): Promise<Judgement> {
  const credentials = Object.fromEntries(roles.map((role) => [role, { token: `${role}-token` }]));
  return asked(listener, { credentials }, (client, { url }) =>
    check(
      declared('rule', changed),
      '1.2',
      situationOf(client, ['1.0', '1.2'], settingsFor(url, { credentials })),
    ),
  );
}

async function violate(): Promise<never> {
  throw new Violation([{ message: 'expected 1, got 2' }]);
}

function unshowable(): never {
  throw new TypeError('unshowable');
}

test.for([
  ['must', 'fail'],
  ['should', 'warn'],
  ['observe', 'error'],
] as const)('a violated %s is %s', async ([level, verdict]) => {
  expect((await judgedOn({ level, check: violate })).result.verdict).toBe(verdict);
});

test('whatever else is thrown is an error of the suite, and never a fail', async () => {
  const thrown: unknown[] = [new TypeError('x is undefined'), 'a string', undefined, { odd: true }];
  for (const level of ['must', 'should', 'observe'] as const) {
    for (const each of thrown) {
      const check = async () => {
        throw each;
      };
      const { result } = await judgedOn({ level, check });
      expect(result.verdict).toBe('error');
      expect(result.reason).toMatch(/^a bug in the check itself \(please report it\): /);
      expect(result.violations).toEqual([]);
    }
  }
  const { result } = await judgedOn({ check: async () => Promise.reject(new TypeError('why')) });
  expect(result.reason).toMatch(/: TypeError: why; at .*check\.test\.ts/);
  expect(result.reason).not.toContain('\n');
});

test.each([
  ['has a `toString` of its own', { toString: 1 }, 'fail'],
  ['cannot be shown', { toJSON: unshowable }, 'error'],
])('what was received and %s leaves no check without a result', async (_, received, verdict) => {
  const check = async () => {
    throw new Violation([{ message: 'expected 1', received }]);
  };
  expect((await judgedOn({ check })).result.verdict).toBe(verdict);
});

test.each([
  [413, '<title>413 Request Entity Too Large</title>', 'error'],
  [414, '<title>414 Request-URI Too Long</title>', 'error'],
  [404, '<title>404 Not Found</title>', 'fail'],
  [414, '{"detail":"too long"}', 'fail'],
])('a status of %d with %s in place of a list is %s', async (status, body, verdict) => {
  const type = body.startsWith('<') ? 'text/html' : 'application/json';
  const answered = await judgedOn(
    { check: async ({ api, expect: that }) => that.status(await api.get('projects/'), 200) },
    [],
    ({ url }, response) => {
      const isRoot = url === '/api/1.2/';
      response.writeHead(isRoot ? 200 : status, { 'content-type': type }).end(body);
    },
  );
  expect(answered.result.verdict).toBe(verdict);
  if (verdict === 'error') expect(answered.result.reason).toContain(`${status} and an HTML page`);
});

test('what only observes records a value, and without one has shown nothing', async () => {
  const observed = await judgedOn({
    level: 'observe',
    check: async ({ observe }) => observe({ b: [1, null], a: 'x' }),
  });
  expect(observed.result).toMatchObject({
    verdict: 'observed',
    observed: { b: [1, null], a: 'x' },
  });
  const nothing = await judgedOn({ level: 'observe', check: async () => {} });
  expect(nothing.result).toMatchObject({
    verdict: 'inconclusive',
    reason: 'nothing was observed',
  });
  expect(nothing.result.observed).toBeUndefined();
  const falsy = await judgedOn({ level: 'observe', check: async ({ observe }) => observe(null) });
  expect(falsy.result).toMatchObject({ verdict: 'observed', observed: null });
});

test('a check that compared nothing does not pass, unless it says which of several answers it has got', async () => {
  const nothing = await judgedOn({ check: async ({ expect: checked }) => checked.none([], 0) });
  expect(nothing.result).toMatchObject({
    verdict: 'inconclusive',
    code: 'no-data',
    reason: 'nothing was compared',
  });
  const accepted = await judgedOn({ check: async ({ accept }) => accept('DELETE is not offered') });
  expect(accepted.result).toMatchObject({ verdict: 'pass', reason: 'DELETE is not offered' });
});

test('of many violations twenty are kept, and the last says how many more there are', async () => {
  const mismatches = Array.from({ length: 25 }, (_, index) => ({ message: `no. ${index}` }));
  const check = async () => {
    throw new Violation(mismatches);
  };
  const { violations } = (await judgedOn({ check })).result;
  expect(violations).toHaveLength(20);
  expect(violations[0]).toEqual({ message: 'no. 0', kind: 'other' });
  expect(violations.at(-1)).toEqual({ message: 'no. 19 (and 5 more)', kind: 'other' });
});
