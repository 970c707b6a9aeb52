import { beforeAll, test } from 'vitest';

beforeAll(() => {
  throw new Error('the hook failed');
});

const found = { offered: ['1.0'], unknown: [], roles: [], rejected: [] };
const planned = {
  examined: ['1.0'],
  wanted: [{ requirement: 'rule', version: '1.0' }],
  settled: [
    {
      requirement: 'left-out',
      version: '1.0',
      verdict: 'skipped',
      reason: 'left out by --only',
      violations: [],
      durationMs: 0,
      exchanges: [],
    },
  ],
  ungiven: [],
};

test('preflight', { meta: { found, planned } }, () => {});

test('rule in 1.0', () => {});
