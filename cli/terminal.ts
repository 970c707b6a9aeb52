import { harmlessLines, printable } from '../reporters/printable.js';
import { causeOf, Refusal } from './refusal.js';

/** Where a command writes: standard output or standard error, of this process or of a test. */
export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

const GONE = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/** What a command has besides its arguments: two streams, environment variables, and its own name. */
export class Terminal {
  readonly output: OutputStream;
  readonly errors: OutputStream;
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  /** How the user starts this program (see program.ts): the first words of commands that are printed. */
  readonly program: string;

  /** Without listeners, the error event of a failed write would end the process. */
  constructor(
    output: OutputStream,
    errors: OutputStream,
    environment: Readonly<NodeJS.ProcessEnv>,
    program: string,
  ) {
    this.output = output;
    this.errors = errors;
    this.environment = environment;
    this.program = program;
    for (const stream of [output, errors]) stream.on('error', () => {});
  }

  /**
   * Writes to standard output; lines that a CI log would interpret as commands are escaped. A closed pipe
   * (`| head`) is no error. Rejects with a Refusal if the text cannot be written for another reason.
   */
  print(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.output.write(harmlessLines(text), (error) => {
        if (error === undefined || error === null || isGone(error)) resolve();
        else reject(new Refusal(`standard output cannot be written: ${causeOf(error)}`));
      });
    });
  }

  /** Writes JSON; command prefixes of CI logs are written as JSON escapes. */
  printJson(json: string): Promise<void> {
    return this.print(json.replaceAll('##[', '#\\u0023['));
  }

  /** Writes a line to standard error. */
  note(text: string): void {
    this.errors.write(`conformance: ${printable(text)}\n`);
  }
}

/** A closed pipe or terminal. */
function isGone(error: Error): boolean {
  return 'code' in error && GONE.includes(String(error.code));
}
