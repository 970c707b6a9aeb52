import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
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
  type RefusedEntry,
  type ShownEntry,
  type StrayEntry,
} from './journal-entry.js';
import type { WriteSettings, WriteWaits } from './settings.js';
import { LONGEST_FILE, OWNER_ONLY, readBytes } from './text-file.js';

/** The file is not a journal. The message is one line. */
export class NoJournal extends Error {
  override readonly name = 'NoJournal';
}

/** The journal cannot be created or written, so nothing may be written to the instance. The message is one line. */
export class JournalUnwritable extends Error {
  override readonly name = 'JournalUnwritable';

  /** `what` is what cannot be done, and `cause` the error of the system. */
  constructor(what: 'created' | 'written', cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    const tail = what === 'written' ? ': nothing more was written to the instance' : '';
    super(`the journal cannot be ${what} (${why})${tail}`);
  }
}

/** The settings of a new run with writes; by default its journal has a unique name in the temporary folder. */
export function newWrites(journal?: string, waits?: WriteWaits): WriteSettings {
  const name = `patchwork-conformance-${randomBytes(8).toString('hex')}.journal.jsonl`;
  const run = randomBytes(4).toString('hex');
  return { journal: journal ?? join(tmpdir(), name), run, waits };
}

/** Whether a run has a journal: it created it, and it was not removed since. */
export function hasJournal(writes: WriteSettings | undefined): writes is WriteSettings {
  if (writes === undefined || !existsSync(writes.journal)) return false;
  try {
    return readJournal(writes.journal).head.run === writes.run;
  } catch {
    return false;
  }
}

/**
 * The journal of a run with writes, as JSON Lines. `append` returns after the line is on disk. It
 * is sufficient to restore everything after a crash.
 */
export class Journal {
  readonly #file: number;
  /** A failed write: nothing may follow an incomplete line. */
  #broken: JournalUnwritable | undefined;

  private constructor(file: number) {
    this.#file = file;
  }

  /** Creates a journal. Throws the system's error if the file exists or cannot be created. */
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

  /** Opens an existing journal for appending. */
  static open(path: string): Journal {
    return new Journal(openSync(path, 'a', OWNER_ONLY));
  }

  /**
   * Writes one line and flushes it, with all lines before it, to disk. Throws a JournalUnwritable, and a
   * TypeError for an entry that could not be read: what it announces must not be sent.
   */
  append(entry: JournalEntry): void {
    const kind = entry.entry;
    if (!isEntry(entry)) throw new TypeError(`the entry ${kind} could not be restored`);
    this.#attempt(() => {
      this.#line(entry);
      fsyncSync(this.#file);
    });
  }

  /** Writes a line about a write that the journal has; the next `append` flushes it. Throws a JournalUnwritable. */
  note(entry: ShownEntry | CreatedEntry | RefusedEntry | StrayEntry): void {
    this.#attempt(() => this.#line(entry));
  }

  close(): void {
    closeSync(this.#file);
  }

  #line(content: JournalHead | JournalEntry): void {
    const line = Buffer.from(`${JSON.stringify(content)}\n`, 'utf8');
    for (let written = 0; written < line.length; ) {
      written += writeSync(this.#file, line, written);
    }
  }

  #attempt(write: () => void): void {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      write();
    } catch (error) {
      this.#broken = new JournalUnwritable('written', error);
      throw this.#broken;
    }
  }
}

/**
 * Reads a journal. An incomplete last line belongs to a request that was never sent, and is
 * ignored. Throws a NoJournal for any other file, and the system's error if it cannot be read.
 */
export function readJournal(path: string): JournalContents {
  const lines = new TextDecoder().decode(readBytes(path, LONGEST_FILE.journal)).split('\n');
  const whole = lines.slice(0, -1);
  const [head, ...entries] = whole.map((line, index) => parsed(line, index + 1));
  if (!isHead(head)) throw new NoJournal('the first line is not the head of a journal');
  const known = entries.filter(isEntry);
  if (known.length !== entries.length) throw new NoJournal('it has lines of an unknown kind');
  return { head, entries: known };
}

/** Removes a journal that is no longer needed. */
export function removeJournal(path: string): void {
  rmSync(path, { force: true });
}

function parsed(line: string, number: number): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new NoJournal(`line ${number} is not JSON`);
  }
}
