#!/usr/bin/env node
import { versionProblem } from './node-version.js';

// The command itself is built. This file is not, so that it can be linked before anything is built: npx in a clone
// links it before npm ci, and keeps a command that it could not link as it is, for good. It has no newer syntax than
// Node.js 12, which it refuses.

// The kernel has no default action on a signal for process 1 of a container, and loading takes a while. What is loaded
// replaces these (cli/interruption.ts).
if (process.pid === 1) {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
    process.on(signal, (_, number) => process.exit(128 + number));
  }
}

const problem = versionProblem(process.version);
if (problem === undefined) import('../dist/cli/main.js').catch(refuseUnloaded);
else refuse(problem);

/** The command reports its own errors: this one kept it from being loaded. */
function refuseUnloaded(error) {
  refuse(
    error.code === 'ERR_MODULE_NOT_FOUND'
      ? 'the program is not built; npm ci does that, and says what does not compile'
      : `the program cannot be loaded: ${error.message}${error.code === undefined ? '; npm ci builds it again' : ''}`,
  );
}

function refuse(why) {
  console.error(`conformance: ${why}`);
  process.exitCode = 2;
}
