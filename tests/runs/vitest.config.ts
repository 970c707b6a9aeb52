import { defineConfig } from 'vitest/config';

// Whole runs of the command on instances, and many random inputs, which take minutes: npm run test:runs.
export default defineConfig({
  test: {
    include: ['tests/{fuzz,runs}/**/*.test.ts'],
    setupFiles: ['tests/fixed-seed.ts'],
    pool: 'threads',
    isolate: false,
    // More than processors: some tests wait more than they compute.
    maxWorkers: 3,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
