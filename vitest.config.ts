import { configDefaults, defineConfig } from 'vitest/config';

// The configuration of this project's own tests. The product hosts Vitest by itself
// (harness/engine/) and reads no configuration file at all.
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // These need a browser (npm run test:browser), minutes (test:hostile, test:docs, test:ci), a registry (test:package).
    exclude: [
      ...configDefaults.exclude,
      ...['browser', 'ci', 'hostile', 'docs', 'package'].map((folder) => `tests/${folder}/**`),
    ],
    setupFiles: ['tests/fixed-seed.ts'],
    // No test leaves anything behind in its process, so that files can share one and what it has loaded.
    pool: 'threads',
    isolate: false,
    maxWorkers: '100%',
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
