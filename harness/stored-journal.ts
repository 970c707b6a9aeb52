import { appendFileSync, existsSync, rmSync, truncateSync } from 'node:fs';
import { isEntry, isHead, type JournalContents, type JournalEntry } from './journal-entry.js';
import type { WriteSettings } from './settings.js';
import { LONGEST_FILE, readBytes } from './text-file.js';

/** The file is not a journal. The message is one line. */
export class NoJournal extends Error {
  override readonly name = 'NoJournal';
}

/** The name of the n-th journal in place of one that was lost, beside it. */
export function anotherName(path: string, n: number): string {
  return `${path}.${n}`;
}

/** How many of them a run makes at most. */
export const MOST_NAMES = 9;

/** The journal of a run as it is now; undefined if it made none, or none is left. */
export function journalOf(writes: WriteSettings | undefined): string | undefined {
  if (writes === undefined) return undefined;
  const { journal, run } = writes;
  const names = Array.from({ length: MOST_NAMES }, (_, n) => anotherName(journal, MOST_NAMES - n));
  const lengths = [...names, journal].map((path) => ({ path, entries: entriesIn(path, run) }));
  // One that could not be written whole is worth less than the one that was lost.
  const [best] = lengths.sort((a, b) => b.entries - a.entries);
  return best !== undefined && best.entries >= 0 ? best.path : undefined;
}

/** More lines that cannot be read are no accident. */
const MOST_DAMAGED = 10_000;

/** How many entries a journal of a run has; -1 for another file. */
function entriesIn(path: string, run: string): number {
  if (!existsSync(path)) return -1;
  try {
    const { head, entries } = readJournal(path);
    return head.run === run ? entries.length : -1;
  } catch {
    return -1;
  }
}

/**
 * Reads a journal. An incomplete last line belongs to a request that was never sent, and is ignored. Lines that cannot
 * be read, as after a power cut, are named: the others restore what they hold. Throws a NoJournal for any other file,
 * and the system's error if it cannot be read.
 */
export function readJournal(path: string): JournalContents {
  const [first = '', ...lines] = new TextDecoder()
    .decode(readBytes(path, LONGEST_FILE.journal))
    .split('\n')
    .slice(0, -1);
  if (first === '') throw new NoJournal('it is empty: the run wrote nothing; remove the file');
  const head = parsed(first);
  if (head === undefined) throw new NoJournal('line 1 is not JSON');
  if (!isHead(head)) throw new NoJournal('the first line is not the head of a journal');
  const entries: JournalEntry[] = [];
  const damaged: number[] = [];
  lines.forEach((line, index) => {
    const entry = line.startsWith('{') ? parsed(line) : undefined;
    if (isEntry(entry)) entries.push(entry);
    else damaged.push(index + 2);
    if (damaged.length > MOST_DAMAGED) {
      throw new NoJournal(`more than ${MOST_DAMAGED} lines are no entries`);
    }
  });
  return { head, entries, damaged };
}

/**
 * Tells the run of a journal that its data is restored without it: it writes nothing more. A journal that cannot be
 * written is restored all the same.
 */
export function takeOver(path: string): void {
  const line: JournalEntry = { entry: 'taken' };
  try {
    // A last line that is not whole belongs to a request that was never sent.
    const bytes = readBytes(path, LONGEST_FILE.journal);
    truncateSync(path, bytes.lastIndexOf(LINE_BREAK) + 1);
    appendFileSync(path, `${JSON.stringify(line)}\n`, { flush: true });
  } catch {
    // A run that cannot be told finds the objects as they were, or names them.
  }
}

const LINE_BREAK = 0x0a;

/** Removes the journal of a run that is no longer needed. Returns why it could not, as a sentence; undefined if it did. */
export function removeJournal(path: string, run: string): string | undefined {
  if (entriesIn(path, run) < 0) return undefined;
  try {
    rmSync(path, { force: true });
    return undefined;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `everything is restored, but the journal ${path} could not be removed (${why})`;
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
