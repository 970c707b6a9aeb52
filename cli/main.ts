import { CannotExamine } from '../harness/cannot-examine.js';
import { tool } from '../harness/tool.js';
import { printable } from '../reporters/printable.js';
import { type HelpRequest, type Invocation, readCommandLine } from './command-line.js';
import { environments } from './environment.js';
import { EXIT } from './exit-status.js';
import type { Values } from './options.js';
import { note, print, surviveClosedOutput } from './output.js';
import { readOptions } from './read-options.js';
import { redactionOfGiven } from './redaction-of-given.js';
import { Refusal } from './refusal.js';

let debug = process.argv.includes('--debug');
let clean = (text: string) => text;

// The arguments may contain credentials, which must not appear in the process list.
process.title = 'conformance';
surviveClosedOutput();
process.on('uncaughtException', (error) => {
  explain(error);
  process.exit(EXIT.refused);
});
/** Statuses of a process that ended before the command was done. 13: unsettled top-level await. */
const PREMATURE: readonly number[] = [EXIT.conformant, 13];

// A module of --suite may end the process, which must not look like success.
let isDone = false;
process.on('exit', (status) => {
  if (isDone || !PREMATURE.includes(status)) return;
  note('the process ended before the command was done');
  process.exitCode = EXIT.refused;
});
try {
  const invocation = readCommandLine(process.argv.slice(2), tool().version);
  if ('answer' in invocation) await print(invocation.answer);
  else process.exitCode = await perform(invocation);
} catch (error) {
  explain(error);
  process.exitCode = EXIT.refused;
}
isDone = true;
// Timers left by a module of --suite would keep the process running.
setTimeout(() => process.exit(), 1000).unref();

/** Loads the modules of a subcommand on demand, so that `--help` is fast. */
async function perform({
  command,
  given,
  operand,
  operands,
}: Exclude<Invocation, HelpRequest>): Promise<number> {
  const places = environments();
  const redaction = redactionOfGiven(given, places);
  clean = (text) => redaction.text(text);
  debug = readOptions('faults', given, places).debug ?? debug;
  switch (command) {
    case 'run':
      return (await import('./run.js')).runCommand(readOptions(command, given, places));
    case 'demo':
      return (await import('./demo.js')).demoCommand(readOptions(command, given, places));
    case 'serve':
      return (await import('./serve.js')).serveCommand(readOptions(command, given, places));
    case 'doctor':
      return (await import('./doctor.js')).doctorCommand(readOptions(command, given, places));
    case 'fields':
      return (await import('./fields.js')).fieldsCommand(
        readOptions(command, given, places),
        operand,
      );
    case 'list':
      return (await import('./list.js')).listCommand(readOptions(command, given, places));
    case 'explain':
      return (await import('./explain.js')).explainCommand(
        operand,
        readOptions(command, given, places),
      );
    case 'faults':
      return (await import('./faults.js')).faultsCommand(readOptions(command, given, places));
    case 'report':
      return (await import('./report.js')).reportCommand(
        readOptions(command, given, places),
        operand,
      );
    case 'merge':
      return (await import('./merge.js')).mergeCommand(
        readOptions(command, given, places),
        operands,
      );
    case 'compare':
      return compare(readOptions(command, given, places), operands);
    case 'try-client':
      return (await import('./try-client.js')).tryClientCommand(
        readOptions(command, given, places),
      );
    case 'client':
      return (await import('./client.js')).clientCommand(
        readOptions(command, given, places),
        operands,
      );
    case 'restore':
      return (await import('./restore.js')).restoreCommand(
        operand,
        readOptions(command, given, places),
      );
  }
}

async function compare(values: Values<'compare'>, operands: readonly string[]): Promise<number> {
  return values.live
    ? (await import('./compare-live.js')).compareLiveCommand(values, operands)
    : (await import('./compare.js')).compareCommand(values, operands);
}

/** Prints one line with control characters escaped, and the stack trace with `--debug`. */
function explain(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const foreseen = error instanceof Refusal || error instanceof CannotExamine;
  const tail = foreseen ? '' : '; this is a bug in conformance; --debug prints the stack trace';
  note(`${clean(message)}${tail}`);
  if (!debug || !(error instanceof Error)) return;
  for (const line of clean(String(error.stack)).split('\n')) {
    process.stderr.write(`  ${printable(line)}\n`);
  }
}
