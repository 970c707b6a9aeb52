import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';

/** How long the files are that are read, in bytes; what is longer is none of them. */
export const LONGEST_FILE = {
  /** YAML is slow to read, and the baseline of every result takes a fifth of it. */
  yaml: 1_000_000,
  environment: 1_000_000,
  certificates: 4_000_000,
  /** A module, and what a package says of itself. */
  suite: 16_000_000,
  report: 16_000_000,
  walk: 64_000_000,
  journal: 256_000_000,
} as const;

/** A file is not read. The message is half a sentence, as `causeOf` of the system's errors is. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** How much is read at once, in bytes. */
const PORTION = 2 ** 16;

/**
 * The text of a file of at most so many bytes. Pipes that a shell has made are read as well, `<(…)`; other
 * pipes and devices may never end. Throws an UnreadableFile, and the system's errors.
 */
export function readTextFile(path: string, most: number): string {
  const found = statSync(path);
  if (realpathSync(path) === '/dev/null') return '';
  const isOfShell = found.isFIFO() && /^\/(dev|proc)\//.test(path);
  if (!found.isFile() && !found.isDirectory() && !isOfShell) {
    throw new UnreadableFile('it is no ordinary file, and may never end');
  }
  if (found.size > most) throw tooLong(most);
  const file = openSync(path, 'r');
  try {
    return textOf(file, most);
  } finally {
    closeSync(file);
  }
}

function textOf(file: number, most: number): string {
  const portions: Buffer[] = [];
  // One more than it may have, to see that it has no more.
  const portion = Buffer.alloc(Math.max(PORTION, Math.min(fstatSync(file).size, most) + 1));
  for (let length = 0; length <= most; ) {
    const read = readSync(file, portion);
    if (read === 0) return Buffer.concat(portions).toString('utf8');
    portions.push(Buffer.from(portion.subarray(0, read)));
    length += read;
  }
  throw tooLong(most);
}

function tooLong(most: number): UnreadableFile {
  return new UnreadableFile(`it is longer than ${most / 1e6} MB, which no such file is`);
}
