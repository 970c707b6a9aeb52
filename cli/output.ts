import { harmlessLines, printable } from '../reporters/printable.js';
import { causeOf, Refusal } from './refusal.js';

const GONE = ['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'];

/**
 * Writes to standard output, so that no line is obeyed by the log of a CI. A reader that went away (`| head`) is no error: what it did not want
 * is dropped. Rejects with a Refusal if the text cannot be written for another reason.
 */
export function print(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(harmlessLines(text), (error) => {
      if (error === undefined || error === null || isGone(error)) resolve();
      else reject(new Refusal(`standard output cannot be written: ${causeOf(error)}`));
    });
  });
}

/** The same of JSON, in which a sign that a log would obey is written as an escape of JSON. */
export function printJson(json: string): Promise<void> {
  return print(json.replaceAll('##[', '#\\u0023['));
}

/** Writes a line to standard error for the user to read beside the output. */
export function note(text: string): void {
  process.stderr.write(`conformance: ${printable(text)}\n`);
}

/** Streams report a failed write as an event as well; unheard, it would end the process. */
export function surviveClosedOutput(): void {
  process.stdout.on('error', () => {});
  process.stderr.on('error', () => {});
}

/** A pipe that nobody reads any more, or a terminal that was closed. */
function isGone(error: Error): boolean {
  return 'code' in error && GONE.includes(String(error.code));
}
