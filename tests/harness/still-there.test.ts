import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { check, type Judgement } from '../../harness/check.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Requirement } from '../../harness/requirement.js';
import { situationOf } from '../../harness/situation.js';
import { declared } from './declared.js';
import { asked, settingsFor } from './serving.js';

const credentials = { user: { token: 'user-token' }, other: { token: 'other-token' } };

/** What an instance answers. */
interface Answered {
  status: number;
  detail?: string;
}

const WELL: Answered = { status: 200 };

function isOf(request: IncomingMessage, role: 'user' | 'other'): boolean {
  return request.headers.authorization === `Token ${role}-token`;
}

/** Expects 200 of a list as a role. */
function reads(path: string, role: 'user' | 'other' | 'anonymous') {
  return async ({ api, expect: that }: CheckContext) =>
    that.status(await api.as(role).get(path), 200);
}

/** Checks requirements of an instance, one after the other, with what was requested for each. */
async function judged(
  answer: (request: IncomingMessage) => Answered,
  requirements: readonly Partial<Requirement>[],
): Promise<(Pick<Judgement['result'], 'verdict' | 'code' | 'reason'> & { requests: string[] })[]> {
  return asked(
    (request, response) => {
      const { status, detail } = answer(request);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(detail === undefined ? '[]' : JSON.stringify({ detail }));
    },
    { credentials },
    async (client, { url, requests }) => {
      const settings = settingsFor(url, { credentials });
      const situation = situationOf(client, ['1.2', '1.3'], settings);
      const all = [];
      for (const [index, each] of requirements.entries()) {
        const before = requests.length;
        const { result } = await check(declared(`rule-${index}`, each), '1.2', situation);
        const { verdict, code, reason } = result;
        all.push({ verdict, code, reason, requests: requests.slice(before) });
      }
      return all;
    },
  );
}

test.for<[Answered]>([
  [{ status: 401, detail: 'Invalid token.' }],
  [{ status: 403, detail: 'User inactive or deleted.' }],
])('a role that is refused everywhere from now on, as by %j, is lost', async ([refused]) => {
  const answered = await judged(
    (request) => (isOf(request, 'user') ? refused : WELL),
    [
      { needs: ['user'], check: reads('bundles/', 'user') },
      { needs: ['user'], check: reads('series/', 'user') },
      { needs: ['signed-in'], check: reads('series/', 'user') },
      { check: reads('series/', 'user') },
      { needs: ['other'], check: reads('bundles/', 'other') },
      { check: reads('bundles/', 'anonymous') },
    ],
  );
  const [first, ...others] = answered;
  expect(first).toMatchObject({ verdict: 'error', code: 'role-rejected' });
  expect(first?.reason).toBe(
    `role user was lost during the run: GET users/?per_page=1 returned ${refused.status} ${JSON.stringify(refused.detail)}; check CONFORMANCE_USER_TOKEN`,
  );
  expect(first?.requests).toEqual([
    'GET /api/1.2/bundles/',
    'GET /api/1.3/people/?per_page=1',
    'GET /api/1.3/users/?per_page=1',
  ]);
  expect(others.map(({ verdict, requests }) => [verdict, requests.length])).toEqual([
    ['error', 0],
    ['error', 0],
    ['error', 1],
    ['pass', 1],
    ['pass', 1],
  ]);
  expect(new Set(answered.flatMap(({ reason = [] }) => reason)).size).toBe(1);
});

test('a 401 or 403 on single paths is a failure, and the role is looked at once for each', async () => {
  const answered = await judged(
    ({ url }) => (/bundles|series/.test(url ?? '') ? { status: 401, detail: 'No.' } : WELL),
    [
      { needs: ['user'], check: reads('bundles/', 'user') },
      { needs: ['user'], check: reads('bundles/', 'user') },
      { level: 'should', needs: ['user'], check: reads('series/', 'user') },
      { needs: ['user'], check: reads('projects/', 'user') },
    ],
  );
  expect(answered.map(({ verdict, requests }) => [verdict, requests])).toEqual([
    ['fail', ['GET /api/1.2/bundles/', 'GET /api/1.3/people/?per_page=1']],
    ['fail', []],
    ['warn', ['GET /api/1.2/series/', 'GET /api/1.3/people/?per_page=1']],
    ['pass', ['GET /api/1.2/projects/']],
  ]);
});

test('a role whose sign-in gets no response any more is not called lost', async () => {
  const answered = await judged(
    ({ url }) => (url?.includes('people') ? { status: 429 } : { status: 401, detail: 'No.' }),
    [{ needs: ['user'], check: reads('bundles/', 'user') }],
  );
  expect(answered).toMatchObject([{ verdict: 'fail' }]);
});

test('a version whose root is gone is lost; one whose root is there fails', async () => {
  let isGone = false;
  const answered = await judged(
    ({ url }) => {
      const isAsked = url?.startsWith('/api/1.2/') && (isGone || url.includes('covers'));
      return isAsked ? { status: 404, detail: 'Not found.' } : WELL;
    },
    [
      { check: reads('covers/', 'anonymous') },
      {
        check: async (context) => {
          isGone = true;
          await reads('series/', 'anonymous')(context);
        },
      },
      { check: reads('projects/', 'anonymous') },
    ],
  );
  const reason = 'version 1.2 was lost during the run: GET /api/1.2/ returned 404 "Not found."';
  expect(answered).toEqual([
    { verdict: 'fail', requests: ['GET /api/1.2/covers/', 'GET /api/1.2/'] },
    {
      verdict: 'error',
      code: 'not-offered',
      reason,
      requests: ['GET /api/1.2/series/', 'GET /api/1.2/'],
    },
    { verdict: 'error', code: 'not-offered', reason, requests: [] },
  ]);
});
