import { BUILD, isCurrent, REBUILT } from '../harness/build-id.js';
import { CannotExamine } from '../harness/cannot-examine.js';
import { EXIT } from '../harness/outcome.js';
import { Redaction } from '../harness/redaction.js';
import { tool } from '../harness/tool.js';
import { printable } from '../reporters/printable.js';
import { type Invocation, readCommandLine } from './command-line.js';
import { environments, noteOnFile } from './environment.js';
import type { CommandName, Option } from './option.js';
import { type Environment, type Given, OPTIONS, optionsOf, readOptions } from './options.js';
import { PublicSecret } from './public-secrets.js';
import { Refusal } from './refusal.js';
import { credentialsOf } from './target-settings.js';
import type { Terminal } from './terminal.js';

/** The command `conformance` with its arguments, in a process of its own or in that of a test. */
export class Command {
  #debug: boolean;
  #clean = (text: string) => text;

  constructor(
    private readonly words: readonly string[],
    private readonly terminal: Terminal,
  ) {
    this.#debug = words.includes('--debug');
  }

  /** Returns the exit status. Never rejects: an error is printed as one line. */
  async perform(): Promise<number> {
    const terminal = this.terminal;
    try {
      const columns = terminal.output.columns || Number.POSITIVE_INFINITY;
      const invocation = readCommandLine(this.words, tool().version, terminal.program, columns);
      if (!('answer' in invocation)) return await this.#subcommand(invocation);
      await terminal.print(invocation.answer);
      return EXIT.conformant;
    } catch (error) {
      this.explain(error);
      return EXIT.refused;
    }
  }

  /** Prints one line without secrets and control characters, and the stack trace with `--debug`. */
  explain(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const foreseen = error instanceof Refusal || error instanceof CannotExamine;
    const tail = foreseen ? '' : '; this is a bug in conformance; --debug prints the stack trace';
    const said = error instanceof PublicSecret ? message : this.#clean(message);
    const isOfBuild = foreseen || isCurrent(BUILD);
    this.terminal.note(isOfBuild ? `${said}${tail}` : REBUILT);
    if (!this.#debug || !(error instanceof Error)) return;
    for (const line of this.#clean(String(error.stack)).split('\n')) {
      this.terminal.tell(`  ${printable(line)}\n`);
    }
  }

  /** Loads the modules of a subcommand on demand, so that `--help` is fast. */
  async #subcommand({ command, given, operand, operands }: Invocation): Promise<number> {
    const terminal = this.terminal;
    const places = environments(terminal);
    noteOnFile(
      optionsOf(command).map(([key]) => key),
      given,
      places,
      (text) => terminal.note(text),
    );
    const redaction = redactionOfGiven(given, places);
    this.#clean = (text) => redaction.text(text);
    this.#debug = readOptions('faults', given, places).debug ?? this.#debug;
    const valuesOf = <C extends CommandName>(name: C) => readOptions(name, given, places);
    switch (command) {
      case 'run':
        return (await import('./run.js')).runCommand(valuesOf(command), terminal);
      case 'demo':
        return (await import('./demo.js')).demoCommand(valuesOf(command), terminal);
      case 'serve':
        return (await import('./serve.js')).serveCommand(valuesOf(command), terminal);
      case 'doctor':
        return (await import('./doctor.js')).doctorCommand(valuesOf(command), terminal);
      case 'list':
        return (await import('./list.js')).listCommand(valuesOf(command), terminal);
      case 'explain':
        return (await import('./explain.js')).explainCommand(operand, terminal);
      case 'faults':
        return (await import('./faults.js')).faultsCommand(valuesOf(command), terminal);
      case 'report':
        return (await import('./report.js')).reportCommand(valuesOf(command), operand, terminal);
      case 'compare': {
        const values = valuesOf(command);
        return values.live
          ? (await import('./compare-live.js')).compareLiveCommand(values, operands, terminal)
          : (await import('./compare.js')).compareCommand(values, operands, terminal);
      }
      case 'try-client':
        return (await import('./try-client.js')).tryClientCommand(valuesOf(command), terminal);
      case 'client':
        return (await import('./client.js')).clientCommand(valuesOf(command), operands, terminal);
      case 'restore':
        return (await import('./restore.js')).restoreCommand(operand, valuesOf(command), terminal);
    }
  }
}

/**
 * The redaction of all given secrets, for unexpected error messages. If the secrets cannot be read or used, the
 * command is refused before it uses them, and the Refusal does not repeat them.
 */
export function redactionOfGiven(given: Given, places: readonly Environment[]): Redaction {
  try {
    const values = readOptions('doctor', given, places);
    const { header: headers = [], baseUrl, project } = values;
    // That of `compare --live` for the newer instance.
    const token = readOptions('compare', { newToken: given.newToken }, places).newToken;
    return new Redaction({
      credentials: credentialsOf(values),
      alsoMasked: token === undefined ? undefined : { user: { token } },
      headers,
      baseUrl: baseUrl?.address,
      project,
      showEmails: true,
    });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return new Redaction({ credentials: {}, headers: secretsAsGiven(places), showEmails: true });
  }
}

/** The values of all secret options in the environment and .env, whatever is wrong with them: a message may repeat one. */
function secretsAsGiven(places: readonly Environment[]): [name: string, value: string][] {
  const all: Option<unknown>[] = Object.values(OPTIONS);
  return all.flatMap(({ secret, environment }) =>
    secret && environment !== undefined
      ? places.flatMap(({ values }): [string, string][] => {
          const value = values[environment] ?? '';
          return value === '' ? [] : [[environment, value]];
        })
      : [],
  );
}
