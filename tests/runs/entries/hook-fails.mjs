import { beforeAll, test } from 'vitest';

beforeAll(() => {
  throw new Error('the hook failed');
});

test('rule in 1.0', () => {});
