import { test } from 'vitest';

test('preflight', { meta: { found: { offered: ['1.0'], unknown: [], rejected: [] } } }, () => {});

test('rule in 1.0', () => {
  process.exit(7);
});
