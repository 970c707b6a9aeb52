import { defineConfig } from 'vitest/config';

// The real command against servers that misbehave, which takes minutes: npm run test:hostile.
export default defineConfig({
  test: {
    include: ['tests/hostile/**/*.test.ts'],
    // Memory is measured.
    fileParallelism: false,
    maxConcurrency: 2,
    testTimeout: 400_000,
    hookTimeout: 60_000,
  },
});
