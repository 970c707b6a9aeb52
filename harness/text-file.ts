import { closeSync, fstatSync, openSync, readSync, realpathSync, statSync } from 'node:fs';

/** The limits for files that are read, in bytes. */
export const LONGEST_FILE = {
  /** YAML is slow to parse; a baseline of all results takes a fifth of this. */
  yaml: 1_000_000,
  environment: 1_000_000,
  certificates: 4_000_000,
  /** A package.json. */
  package: 16_000_000,
  report: 16_000_000,
  journal: 256_000_000,
} as const;

/** The mode of a file with credentials or values of an instance: only its owner may read it. */
export const OWNER_ONLY = 0o600;

/** The file is not read. The message is half a sentence, as that of `causeOf`. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** The size of one read, in bytes. */
const PORTION = 2 ** 16;

/** The encodings of a text other than UTF-8, by the byte order mark that it begins with: PowerShell 5 writes them. */
const BY_MARK: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/**
 * Reads a text file of at most `most` bytes: UTF-8, or UTF-16 with a byte order mark, which is not part of the text.
 * Throws an UnreadableFile, or the system's errors.
 */
export function readTextFile(path: string, most: number): string {
  const bytes = readBytes(path, most);
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  const text = new TextDecoder(BY_MARK[mark]).decode(bytes);
  if (!text.includes('\0')) return text;
  throw new UnreadableFile(
    'it has NUL characters, as binary files and UTF-16 without a byte order mark have; save it as UTF-8',
  );
}

/**
 * Reads a file of at most `most` bytes. Pipes of a shell, `<(…)`, are read as well; other
 * pipes and devices may never end. Throws an UnreadableFile, or the system's errors.
 */
export function readBytes(path: string, most: number): Uint8Array {
  const found = statSync(path);
  if (realpathSync(path) === '/dev/null') return new Uint8Array();
  const isOfShell = found.isFIFO() && /^\/(dev|proc)\//.test(path);
  if (!found.isFile() && !found.isDirectory() && !isOfShell) {
    throw new UnreadableFile('it is not a regular file');
  }
  if (found.size > most) throw tooLong(most);
  const file = openSync(path, 'r');
  try {
    return contentOf(file, most);
  } finally {
    closeSync(file);
  }
}

function contentOf(file: number, most: number): Buffer {
  const portions: Buffer[] = [];
  // One byte more than the limit, to detect longer files.
  const portion = Buffer.alloc(Math.max(PORTION, Math.min(fstatSync(file).size, most) + 1));
  for (let length = 0; length <= most; ) {
    const read = readSync(file, portion);
    if (read === 0) return Buffer.concat(portions);
    portions.push(Buffer.from(portion.subarray(0, read)));
    length += read;
  }
  throw tooLong(most);
}

function tooLong(most: number): UnreadableFile {
  return new UnreadableFile(`it is longer than the limit of ${most / 1e6} MB`);
}
