#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The command itself is built. This file is not, so that it can be linked before anything is built:
// npx in a clone links it before npm ci, and keeps a command that it could not link as it is, for good.
const built = new URL('../dist/cli/main.js', import.meta.url);

if (existsSync(fileURLToPath(built))) {
  await import(built.href);
} else {
  console.error(
    'conformance: the program is not built; npm ci does that, and says what does not compile',
  );
  process.exitCode = 2;
}
