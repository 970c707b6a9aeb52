import { test } from 'vitest';

// Vitest replaces process.exit; this is what it would have done.
test('rule in 1.0', () => {
  process.reallyExit(7);
});
