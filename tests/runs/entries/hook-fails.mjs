import { beforeAll, test } from 'vitest';

beforeAll(() => {
  throw new Error('the hook failed');
});

test('preflight', { meta: { found: { offered: ['1.0'], unknown: [], rejected: [] } } }, () => {});

test('rule in 1.0', () => {});
