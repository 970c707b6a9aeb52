import { afterAll, test } from 'vitest';

const result = {
  requirement: 'rule',
  version: '1.0',
  verdict: 'pass',
  violations: [],
  durationMs: 0,
  exchanges: [],
};
const judgement = { result, evidence: [], wrong: [], traffic: { requests: 1, byStatus: {} } };
const found = { offered: ['1.0'], unknown: [], roles: [], rejected: [] };
const wanted = ['rule', 'advice'].map((requirement) => ({ requirement, version: '1.0' }));
const planned = { examined: ['1.0'], wanted, settled: [], ungiven: [] };

test('preflight', { meta: { found, planned } }, () => {});

test('rule in 1.0', { meta: { judgement } }, () => {});

test('advice in 1.0', () => {});

// As where what is known at the end cannot be found out.
afterAll(() => {
  throw new Error('the hook failed');
});
