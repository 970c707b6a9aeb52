import { defineConfig } from 'vitest/config';

// Whole runs of the command on instances, and many random inputs, which take minutes: npm run test:runs.
export default defineConfig({
  test: {
    include: ['tests/{fuzz,runs}/**/*.test.ts'],
    setupFiles: ['tests/fixed-seed.ts'],
    pool: 'threads',
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
