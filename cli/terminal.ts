import { harmlessLines, printable } from '../reporters/printable.js';
import { causeOf, Refusal } from './refusal.js';

/** Where a command writes: standard output or standard error, of this process or of a test. */
export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

const GONE = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/** What a command has besides its arguments: two streams, environment variables, and its own name. */
export class Terminal {
  /**
   * `program` is how the user starts this program (see program.ts): the first words of commands that are printed.
   * Without listeners, the error event of a failed write would end the process.
   */
  constructor(
    readonly output: OutputStream,
    readonly errors: OutputStream,
    readonly environment: Readonly<NodeJS.ProcessEnv>,
    readonly program: string,
  ) {
    for (const stream of [output, errors]) stream.on('error', () => {});
  }

  /**
   * Writes to standard output; lines that a CI log would interpret as commands are escaped, unless they are
   * our own. A closed pipe (`| head`) is no error. Rejects with a Refusal if the text cannot be written for
   * another reason.
   */
  print(text: string, areCommands = false): Promise<void> {
    return new Promise((resolve, reject) => {
      this.output.write(areCommands ? text : harmlessLines(text), (error) => {
        if (error === undefined || error === null || isGone(error)) resolve();
        else reject(new Refusal(`standard output cannot be written: ${causeOf(error)}`));
      });
    });
  }

  /** Writes lines to standard error, as `print` does to standard output. */
  tell(text: string): void {
    this.errors.write(harmlessLines(text));
  }

  /** Writes a line to standard error. */
  note(text: string): void {
    this.tell(`conformance: ${printable(text)}\n`);
  }
}

/** A closed pipe or terminal. */
function isGone(error: Error): boolean {
  return 'code' in error && GONE.includes(String(error.code));
}

/**
 * Whether to use colours on a stream: `--no-color` and NO_COLOR disable them, FORCE_COLOR enables them;
 * otherwise terminals that are not dumb use them.
 */
export function wantsColour(
  stream: { isTTY?: boolean },
  noColor: boolean | undefined,
  environment: NodeJS.ProcessEnv,
): boolean {
  if (noColor) return false;
  const { FORCE_COLOR: forced = '', TERM: terminal } = environment;
  if (forced !== '') return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && terminal !== 'dumb';
}

/**
 * Whether progress may be one line that is rewritten in place. Dumb terminals cannot do this, and the
 * log of a CI server would record every version of the line.
 */
export function wantsLiveLine(
  stream: { isTTY?: boolean },
  { CI: server = '', TERM: terminal }: NodeJS.ProcessEnv,
): boolean {
  const watched = ['', '0', 'false'].includes(server.toLowerCase());
  return stream.isTTY === true && terminal !== 'dumb' && watched;
}

/** The width of a terminal that does not report it. */
const USUAL_COLUMNS = 80;

/** The width of a terminal, `widest` at most; infinite where output is no terminal, so that a log is not wrapped. */
export function columnsOf(
  stream: { columns?: number; isTTY?: boolean },
  widest = Number.POSITIVE_INFINITY,
): number {
  if (stream.isTTY !== true) return Number.POSITIVE_INFINITY;
  return Math.min(widest, stream.columns || USUAL_COLUMNS);
}
