import { expect, test } from 'vitest';
import type { Judgement } from '../../harness/check.js';
import type { Verdict } from '../../harness/verdict.js';
import { withoutDoubtful } from '../../harness/writing/doubtful-results.js';

const BASE = 'https://e.test/sub/api/1.3';
const WRITTEN = new Set(['user.update']);
const CONFLICTS = ['https://e.test/sub/api/1.4/users/3/'];

function judgement(verdict: Verdict, path: string, body: string): Judgement {
  const url = `${BASE}${path}`;
  const violations = verdict === 'pass' ? [] : [{ message: 'a mismatch' }];
  return {
    result: {
      requirement: 'user.update',
      version: '1.3',
      verdict,
      violations,
      durationMs: 1,
      exchanges: [1],
    },
    evidence: [
      {
        n: 1,
        role: 'user',
        request: { method: 'GET', url, headers: {} },
        response: { status: 200, headers: {}, body },
        ms: 1,
        curl: `curl ${url}`,
      },
    ],
    traffic: { requests: 1, bytes: 1, byMethod: {} },
  };
}

const FAILURES: [path: string, body: string, verdict: Verdict][] = [
  ['/users/3/', '{}', 'inconclusive'],
  ['/users/3/?a=b', '{}', 'inconclusive'],
  ['/bundles/7/', `{"owner": {"url": "${BASE}/users/3/"}}`, 'inconclusive'],
  ['/users/31/', '{}', 'fail'],
  ['/bundles/7/', `{"owner": {"url": "${BASE}/users/31/"}}`, 'fail'],
];

test.for(FAILURES)('a failure of GET %s with the body %s is %s', ([path, body, verdict]) => {
  const [{ result } = judgement('pass', '', '')] = withoutDoubtful(
    [judgement('fail', path, body)],
    WRITTEN,
    CONFLICTS,
  );
  expect(result.verdict).toBe(verdict);
  const isKept = verdict === 'fail';
  expect(result.violations).toHaveLength(isKept ? 1 : 0);
  if (!isKept) expect(result.reason).toMatch(/^another client changed users\/3 .*: a mismatch$/);
});

test('what passed, and a run without another client, are as they were', () => {
  const passed = [judgement('pass', '/users/3/', '{}')];
  expect(withoutDoubtful(passed, WRITTEN, CONFLICTS)).toEqual(passed);
  const failed = [judgement('fail', '/users/3/', '{}')];
  expect(withoutDoubtful(failed, WRITTEN, [])).toEqual(failed);
});

test('what only reads is not doubted: its reads came before the first write', () => {
  const failed = [judgement('fail', '/users/3/', '{}')];
  expect(withoutDoubtful(failed, new Set(['bundle.update']), CONFLICTS)).toEqual(failed);
});
