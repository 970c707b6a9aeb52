import { defineConfig } from 'vitest/config';

// What README, CONTRIBUTING and docs say, done step by step, which takes minutes: npm run test:docs.
export default defineConfig({
  test: {
    include: ['tests/docs/**/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
