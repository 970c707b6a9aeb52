import { defineConfig } from 'vitest/config';

// The real command against servers that misbehave, which takes minutes: npm run test:hostile.
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    pool: 'forks',
    // More than processors: some servers keep a run waiting.
    maxWorkers: 3,
    maxConcurrency: 7,
    testTimeout: 1_200_000,
    hookTimeout: 300_000,
  },
});
