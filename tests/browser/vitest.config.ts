import { defineConfig } from 'vitest/config';

// The tests that need a browser: npm run test:browser.
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    // What is measured is not to be disturbed by what runs beside it.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
