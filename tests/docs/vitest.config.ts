import { defineConfig } from 'vitest/config';

// What README, CONTRIBUTING and docs say, done step by step, which takes minutes: npm run test:docs.
export default defineConfig({
  test: {
    include: ['tests/docs/**/*.test.ts'],
    // Each page has a folder and instances of its own; some wait more than they compute.
    maxConcurrency: 4,
    // The command runs in the process of a test where it can; a process may change its working directory.
    pool: 'forks',
    // The built command runs as it is.
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 1_200_000,
    hookTimeout: 60_000,
  },
});
