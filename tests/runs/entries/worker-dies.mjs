import { test } from 'vitest';

// Vitest replaces process.exit; this is what it would have done.
test('preflight', { meta: { found: { offered: ['1.0'], unknown: [], rejected: [] } } }, () => {});

test('rule in 1.0', () => {
  process.reallyExit(7);
});
