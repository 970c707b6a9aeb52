import { test } from 'vitest';

test('rule in 1.0', () => {
  process.exit(7);
});
