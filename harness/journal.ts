import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  isEntry,
  JOURNAL_FORMAT,
  type JournalContents,
  type JournalEntry,
  type JournalHead,
} from './journal-entry.js';
import type { WriteSettings, WriteWaits } from './settings.js';
import { anotherName, MOST_NAMES, readJournal } from './stored-journal.js';
import { OWNER_ONLY } from './text-file.js';

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

/** Writes bytes from an offset on, and returns how many. */
type WriteBytes = (file: number, bytes: Uint8Array, offset: number) => number;

/**
 * The journal of a run with writes, as JSON Lines, and in memory. `append` returns after the line is on disk. It
 * is sufficient to restore everything after a crash. A journal that is lost while the run goes on (removed, replaced, or
 * taken over by `conformance restore`) is written anew beside it, and nothing more may be written to the instance.
 */
export class Journal {
  readonly #head: JournalHead;
  readonly #entries: JournalEntry[] = [];
  #path: string;
  #file: number;
  /** The length of the file, in bytes. */
  #size = 0;
  #broken: JournalUnwritable | undefined;
  /** Called with a sentence when the journal was lost. */
  onLost: (sentence: string) => void = () => {};

  private constructor(
    path: string,
    head: JournalHead,
    private readonly writeBytes: WriteBytes,
  ) {
    this.#head = head;
    this.#path = path;
    // Fails if it exists.
    this.#file = openSync(path, 'ax+', OWNER_ONLY);
  }

  /** Creates a journal. Throws the system's error if the file exists or cannot be created. */
  static begin(
    path: string,
    head: Omit<JournalHead, 'entry' | 'format'>,
    writeBytes: WriteBytes = writeSync,
  ): Journal {
    const journal = new Journal(
      path,
      { entry: 'head', format: JOURNAL_FORMAT, ...head },
      writeBytes,
    );
    try {
      journal.#write([journal.#head]);
    } catch (error) {
      // Half a head would be in the way of the next run, and is nothing to restore from.
      journal.close();
      rmSync(path, { force: true });
      throw error;
    }
    flushFolderOf(path);
    return journal;
  }

  /** Where it is now. */
  get path(): string {
    return this.#path;
  }

  /** What it holds, whatever became of the file. */
  get contents(): JournalContents {
    return { head: this.#head, entries: [...this.#entries], damaged: [] };
  }

  /** Why nothing more can be written; undefined if it can. */
  get broken(): string | undefined {
    return this.#broken?.message;
  }

  /**
   * Writes one line and flushes it, with all lines before it, to disk. Throws a JournalUnwritable, and a
   * TypeError for an entry that could not be read: what it announces must not be sent.
   */
  append(entry: JournalEntry): void {
    const kind = entry.entry;
    if (!isEntry(entry)) throw new TypeError(`the entry ${kind} could not be restored`);
    this.#attempt(() => {
      const lost = this.#whyLost();
      if (lost !== undefined) throw this.#moved(lost);
      this.#write([entry]);
      fsyncSync(this.#file);
    });
    this.#entries.push(entry);
  }

  /** Writes a line about a write that the journal has; the next `append` flushes it. Throws a JournalUnwritable. */
  note(entry: JournalEntry<'shown' | 'created' | 'refused' | 'unreadable' | 'stray'>): void {
    this.#entries.push(entry);
    this.#attempt(() => this.#write([entry]));
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Why the file is not, or not only, what this run has written; undefined if it is. */
  #whyLost(): string | undefined {
    const own = fstatSync(this.#file);
    if (own.size !== this.#size) {
      return this.#isTaken(own.size)
        ? 'conformance restore has taken it over'
        : 'another program has written to it';
    }
    if (own.nlink > 0 && this.#isAt(own)) return undefined;
    if (!this.#isSame()) return 'it was removed or replaced';
    if (own.nlink === 0) this.#reopen();
    return undefined;
  }

  #isTaken(size: number): boolean {
    const more = Buffer.alloc(Math.max(0, size - this.#size));
    readSync(this.#file, more, 0, more.length, this.#size);
    return more.toString('utf8').includes(JSON.stringify({ entry: 'taken' }));
  }

  #isAt({ dev, ino }: { dev: number; ino: number }): boolean {
    const there = statSync(this.#path, { throwIfNoEntry: false });
    return there?.dev === dev && there.ino === ino;
  }

  /** Whether its path leads to it: mounts of networks and containers may show it with other numbers. */
  #isSame(): boolean {
    try {
      const isWhole = statSync(this.#path).size === this.#size;
      return isWhole && readJournal(this.#path).head.run === this.#head.run;
    } catch {
      return false;
    }
  }

  /** The open file is at no path any more: what follows goes into the copy that took its place. */
  #reopen(): void {
    const file = openSync(this.#path, 'a+', OWNER_ONLY);
    closeSync(this.#file);
    this.#file = file;
  }

  /** Writes what is in memory into a new file beside the lost one. Returns why nothing more may be written. */
  #moved(why: string): Error {
    const lost = this.#path;
    for (let n = 1; n <= MOST_NAMES; n += 1) {
      const path = anotherName(lost, n);
      if (existsSync(path)) continue;
      let isMade = false;
      try {
        const file = openSync(path, 'ax+', OWNER_ONLY);
        isMade = true;
        const [before, size] = [this.#file, this.#size];
        this.#file = file;
        this.#size = 0;
        try {
          this.#write([this.#head, ...this.#entries]);
          fsyncSync(file);
        } catch (error) {
          closeSync(file);
          this.#file = before;
          this.#size = size;
          throw error;
        }
        closeSync(before);
        this.#path = path;
        flushFolderOf(path);
        this.onLost(`the journal ${lost} was lost: ${why}; it is now ${path}`);
        return new Error(`${lost} was lost: ${why}`);
      } catch {
        // The folder is gone, or the disk is full.
        if (isMade) rmSync(path, { force: true });
      }
    }
    this.onLost(`the journal ${lost} was lost: ${why}; what it held is in memory only`);
    return new Error(`${lost} was lost: ${why}`);
  }

  #write(contents: readonly (JournalHead | JournalEntry)[]): void {
    const text = contents.map((each) => `${JSON.stringify(each)}\n`).join('');
    const bytes = Buffer.from(text, 'utf8');
    for (let written = 0; written < bytes.length; ) {
      written += this.writeBytes(this.#file, bytes, written);
    }
    this.#size += bytes.length;
  }

  #attempt(write: () => void): void {
    if (this.#broken !== undefined) throw this.#broken;
    try {
      write();
    } catch (error) {
      // Nothing may follow an incomplete line.
      this.#broken = new JournalUnwritable('written', error);
      throw this.#broken;
    }
  }
}

/** Flushes the entry of a new file in its folder. */
function flushFolderOf(path: string): void {
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } catch {
    // Some systems cannot flush a folder; the file itself is flushed.
  } finally {
    closeSync(folder);
  }
}
