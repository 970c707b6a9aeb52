import { harmlessLines, printable } from '../reporters/printable.js';
import { causeOf, Refusal } from './refusal.js';

const GONE = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/**
 * Writes to standard output; lines that a CI log would interpret as commands are escaped. A closed pipe
 * (`| head`) is no error. Rejects with a Refusal if the text cannot be written for another reason.
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(harmlessLines(text), (error) => {
      if (error === undefined || error === null || isGone(error)) resolve();
      else reject(new Refusal(`standard output cannot be written: ${causeOf(error)}`));
    });
  });
}

/** Writes JSON; command prefixes of CI logs are written as JSON escapes. */
export function printJson(json: string): Promise<void> {
  return print(json.replaceAll('##[', '#\\u0023['));
}

/** Writes a line to standard error. */
export function note(text: string): void {
  process.stderr.write(`conformance: ${printable(text)}\n`);
}

/** Without listeners, the error event of a failed write would end the process. */
export function surviveClosedOutput(): void {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

/** A closed pipe or terminal. */
function isGone(error: Error): boolean {
  return 'code' in error && GONE.includes(String(error.code));
}
