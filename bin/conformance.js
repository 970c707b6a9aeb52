#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// The command itself is built. This file is not, so that it can be linked before anything is built:
// npx remembers a command that it could not link, and would never find it again.
const built = new URL('../dist/cli/main.js', import.meta.url);

if (existsSync(fileURLToPath(built))) {
  await import(built.href);
} else {
  console.error('conformance: dist/ is missing; npm ci builds it');
  process.exitCode = 2;
}
