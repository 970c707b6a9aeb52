import { defineConfig } from 'vitest/config';

// Whole runs of the command on instances, and many random inputs, which take minutes: npm run test:runs.
export default defineConfig({
  test: {
    include: ['tests/{fuzz,runs}/**/*.test.ts'],
    setupFiles: ['tests/fixed-seed.ts'],
    // The command runs in the process of a test where it can; a process may change its working directory.
    pool: 'forks',
    isolate: false,
    // More than processors: some tests wait more than they compute.
    maxWorkers: 3,
    // The built command runs as it is.
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
