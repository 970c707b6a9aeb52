import { CannotExamine } from '../harness/cannot-examine.js';
import { tool } from '../harness/tool.js';
import { printable } from '../reporters/printable.js';
import { type Answered, type Asked, readCommandLine } from './command-line.js';
import { environments } from './environment.js';
import { EXIT } from './exit-status.js';
import { note, print, surviveClosedOutput } from './output.js';
import { readOptions } from './read-options.js';
import { redactionOfGiven } from './redaction-of-given.js';
import { Refusal } from './refusal.js';

let debug = process.argv.includes('--debug');
let clean = (text: string) => text;

// Credentials may stand among the arguments; nobody else is to read them in a list of processes.
process.title = 'conformance';
surviveClosedOutput();
process.on('uncaughtException', (error) => {
  explain(error);
  process.exit(EXIT.refused);
});
/** What Node ends with if it is told to, or where nothing is left that could be waited for. */
const PREMATURE: readonly number[] = [EXIT.conformant, 13];

// A module of --suite may end the process: what was not done must not pass for done.
let isDone = false;
process.on('exit', (status) => {
  if (isDone || !PREMATURE.includes(status)) return;
  note('the process was ended from inside before the command was done');
  process.exitCode = EXIT.refused;
});
try {
  const asked = readCommandLine(process.argv.slice(2), tool().version);
  if ('answer' in asked) await print(asked.answer);
  else process.exitCode = await perform(asked);
} catch (error) {
  explain(error);
  process.exitCode = EXIT.refused;
}
isDone = true;
// Timers that a module of --suite has left would keep the process; without any it ends before.
setTimeout(() => process.exit(), 1000).unref();

/** The modules of a subcommand are loaded when it is asked for, so that `--help` is quick. */
async function perform({
  command,
  given,
  operand,
  operands,
}: Exclude<Asked, Answered>): Promise<number> {
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
      return (await import('./compare.js')).compareCommand(
        readOptions(command, given, places),
        operands,
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

/** One line, harmless for a terminal; where it came from only with `--debug`. */
function explain(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  const foreseen = error instanceof Refusal || error instanceof CannotExamine;
  const tail = foreseen ? '' : '; this is a fault of conformance; --debug shows where';
  note(`${clean(message)}${tail}`);
  if (!debug || !(error instanceof Error)) return;
  for (const line of clean(String(error.stack)).split('\n')) {
    process.stderr.write(`  ${printable(line)}\n`);
  }
}
