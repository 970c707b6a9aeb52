import { defineConfig } from 'vitest/config';

// The package as its users install it, from a registry, which takes minutes: npm run test:package.
export default defineConfig({
  test: {
    include: ['tests/package/*.test.ts'],
    globalSetup: ['tests/package/packed.ts'],
    // Each test has folders and a cache of its own.
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
