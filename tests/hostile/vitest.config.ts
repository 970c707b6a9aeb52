import { defineConfig } from 'vitest/config';

// The real command against servers that misbehave, which takes minutes: npm run test:hostile.
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    // Time and memory are measured.
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
