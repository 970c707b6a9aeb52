import { defineConfig } from 'vitest/config';

// The real command against servers that misbehave, which takes minutes: npm run test:hostile.
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    maxConcurrency: 2,
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
  },
});
