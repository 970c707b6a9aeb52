import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type CreatedEntry,
  isEntry,
  isHead,
  JOURNAL_FORMAT,
  type JournalContents,
  type JournalEntry,
  type JournalHead,
  type LeftEntry,
  type RefusedEntry,
  type StrayEntry,
} from './journal-entry.js';
import { LONGEST_FILE, readTextFile } from './text-file.js';

/** The file is no journal. The message is one line. */
export class NoJournal extends Error {
  override readonly name = 'NoJournal';
}

/** A journal's place where the user names none: the temporary folder, under a name of its own. */
export function usualJournal(): string {
  const name = `patchwork-conformance-${randomBytes(8).toString('hex')}.journal.jsonl`;
  return join(tmpdir(), name);
}

/** Only its owner may read a journal. */
const OWNER_ONLY = 0o600;

/**
 * The journal of a run that writes: JSON Lines, of which what is appended is on the disk before `append`
 * returns. What it says suffices to put everything back, whatever becomes of this process.
 */
export class Journal {
  readonly #file: number;
  /** What kept a line from being written: nothing may follow a line that is not whole. */
  #broken: unknown;

  private constructor(file: number) {
    this.#file = file;
  }

  /** Begins a journal. Throws the system's error if the file is there already or cannot be made. */
  static begin(path: string, head: Omit<JournalHead, 'entry' | 'format'>): void {
    const file = openSync(path, 'wx', OWNER_ONLY);
    const journal = new Journal(file);
    journal.#line({ entry: 'head', format: JOURNAL_FORMAT, ...head });
    fsyncSync(file);
    closeSync(file);
    const folder = openSync(dirname(path), 'r');
    try {
      fsyncSync(folder);
    } catch {
      // Some systems cannot flush a folder; the file itself is flushed.
    } finally {
      closeSync(folder);
    }
  }

  /** Opens a journal that was begun, to go on with it. */
  static open(path: string): Journal {
    return new Journal(openSync(path, 'a', OWNER_ONLY));
  }

  /** Writes one line and flushes it, and what was noted before it, to the disk. */
  append(entry: JournalEntry): void {
    this.#line(entry);
    fsyncSync(this.#file);
  }

  /** Writes one line that restoring could do without: it outlives the process, and is flushed with the next. */
  note(entry: LeftEntry | CreatedEntry | RefusedEntry | StrayEntry): void {
    this.#line(entry);
  }

  close(): void {
    closeSync(this.#file);
  }

  #line(content: JournalHead | JournalEntry): void {
    if (this.#broken !== undefined) throw this.#broken;
    const line = Buffer.from(`${JSON.stringify(content)}\n`, 'utf8');
    try {
      for (let written = 0; written < line.length; ) {
        written += writeSync(this.#file, line, written);
      }
    } catch (error) {
      this.#broken = error;
      throw error;
    }
  }
}

/**
 * Reads a journal. A last line that is not whole belongs to a request that never went out, and is
 * left out. Throws a NoJournal for a file that is none, and the system's error if it cannot be read.
 */
export function readJournal(path: string): JournalContents {
  const lines = readTextFile(path, LONGEST_FILE.journal).split('\n');
  const whole = lines.slice(0, -1);
  const [head, ...entries] = whole.map((line, index) => parsed(line, index + 1));
  if (!isHead(head)) throw new NoJournal('it does not begin as the journal of a run');
  const known = entries.filter(isEntry);
  if (known.length !== entries.length) throw new NoJournal('it holds lines of an unknown kind');
  return { head, entries: known };
}

/** Removes a journal that has done its duty. */
export function removeJournal(path: string): void {
  rmSync(path, { force: true });
}

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new NoJournal(`line ${number} is no JSON`);
  }
}
