import { fileURLToPath } from 'node:url';
import { EXIT } from '../harness/outcome.js';
import { Command } from './command.js';
import { endAsAnyProcess } from './interruption.js';
import { programOf } from './program.js';
import { currentFolder } from './refusal.js';
import { Terminal } from './terminal.js';

// The process of the command: its streams, its environment and its end. What it does is in command.ts.

/** Statuses of a process that ended before the command was done. 13: unsettled top-level await. */
const PREMATURE: readonly number[] = [EXIT.conformant, 13];

// The arguments may contain credentials, which must not appear in the process list.
process.title = 'conformance';
endAsAnyProcess();
const program = programOf({
  command: fileURLToPath(new URL('../../cli/conformance.js', import.meta.url)),
  file: process.argv[1] ?? '',
  environment: process.env,
  folder: folderOrEnd(),
});
const terminal = new Terminal(process.stdout, process.stderr, process.env, program);
const command = new Command(process.argv.slice(2), terminal);
process.on('uncaughtException', (error) => {
  // During a run another listener takes it, so that data is restored and a report is written.
  if (process.listenerCount('uncaughtException') > 1) return;
  command.explain(error);
  process.exit(EXIT.refused);
});
// A process that ends early, such as while a promise never settles, must not look like success.
let isDone = false;
process.on('exit', (status) => {
  if (isDone || !PREMATURE.includes(status)) return;
  terminal.note('the process ended before the command was done');
  process.exitCode = EXIT.refused;
});
process.exitCode = await command.perform();
isDone = true;

/** The current directory. Without one nothing can be done, and nothing is set up yet that could say so. */
function folderOrEnd(): string {
  try {
    return currentFolder();
  } catch (error) {
    console.error(`conformance: ${error instanceof Error ? error.message : error}`);
    return process.exit(EXIT.refused);
  }
}
