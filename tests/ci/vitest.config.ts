import { defineConfig } from 'vitest/config';

// What this project gives to other people's CI, run as they run it, and its release: npm run test:ci.
export default defineConfig({
  test: {
    include: ['tests/ci/**/*.test.ts'],
    // Each test has a folder of its own.
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 60_000,
  },
});
