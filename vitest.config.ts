import { configDefaults, defineConfig } from 'vitest/config';

// The configuration of this project's own tests. The product hosts Vitest by itself
// (harness/engine/) and reads no configuration file at all.
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // These need minutes (npm run test:runs, test:hostile, test:docs, test:ci), a browser (test:browser), a registry (test:package).
    exclude: [
      ...configDefaults.exclude,
      ...['browser', 'ci', 'docs', 'fuzz', 'hostile', 'package', 'runs'].map(
        (folder) => `tests/${folder}/**`,
      ),
    ],
    setupFiles: ['tests/fixed-seed.ts'],
    // No test leaves anything behind in its process, so that files can share one and what it has loaded.
    // A process may change its working directory, which a thread may not.
    pool: 'forks',
    isolate: false,
    maxWorkers: '100%',
    // The built command runs as it is, in the process of a test or in its own.
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
