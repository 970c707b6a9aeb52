import { isObject } from './place.js';
import type { Role } from './role.js';
import type { Version } from './version.js';

/** Named in the first line of every journal. */
export const JOURNAL_FORMAT = 'conformance-journal/1';

/** The first line: what the journal belongs to. */
export interface JournalHead {
  entry: 'head';
  format: typeof JOURNAL_FORMAT;
  /** Names the run; what it makes is named after it. */
  run: string;
  baseUrl: string;
  startedAt: string;
}

/** What the run may write, as it was found. */
export interface TargetEntry {
  entry: 'target';
  /** The user that each role signs in as. */
  users: Partial<Record<Role, number>>;
  project?: { id: number; linkName: string };
  patch?: number;
  comment?: { patch: number; comment: number; lastEvent: number };
}

/** An object as it was before the run first wrote to it; fields of objects within it by dotted names. */
export interface OriginalEntry {
  entry: 'original';
  /** Its path below `/api/{v}/`: `users/3`. */
  object: string;
  version: Version;
  /** Who may put it back. */
  role: Role;
  values: Record<string, unknown>;
}

/** What is about to be written to an object. */
export interface WriteEntry {
  entry: 'write';
  object: string;
  method: string;
  values: Record<string, unknown>;
}

/** What a write has left in the fields that it named, as the instance shows it. */
export interface LeftEntry {
  entry: 'left';
  object: string;
  values: Record<string, unknown>;
}

/** An object that is about to be made. */
export interface CreatingEntry {
  entry: 'creating';
  /** Tells it from the others of the run. */
  n: number;
  kind: 'bundle' | 'check';
  /** The collection: `bundles` or `patches/7/checks`. */
  collection: string;
  version: Version;
  role: Role;
  values: Record<string, unknown>;
}

/** The ids that a role had in a collection before the run, by which new ones are told. */
export interface KnownEntry {
  entry: 'known';
  collection: string;
  role: Role;
  ids: number[];
}

/** An object that was made: its id. */
export interface CreatedEntry {
  entry: 'created';
  n: number;
  id: number;
}

/** Nothing was made after all: the instance refused. */
export interface RefusedEntry {
  entry: 'refused';
  n: number;
}

/** One line of a journal. */
export type JournalEntry =
  | TargetEntry
  | OriginalEntry
  | WriteEntry
  | LeftEntry
  | KnownEntry
  | CreatingEntry
  | CreatedEntry
  | RefusedEntry;

/** A journal as it was read. */
export interface JournalContents {
  head: JournalHead;
  entries: JournalEntry[];
}

/** Whether a line that was read is the first of a journal. */
export function isHead(value: unknown): value is JournalHead {
  return (
    isObject(value) &&
    value.format === JOURNAL_FORMAT &&
    typeof value.run === 'string' &&
    typeof value.baseUrl === 'string'
  );
}

/** The members of each kind of entry that restoring rests on, and their types. */
const MEMBERS: Record<JournalEntry['entry'], Record<string, 'string' | 'number' | 'object'>> = {
  target: { users: 'object' },
  original: { object: 'string', version: 'string', role: 'string', values: 'object' },
  write: { object: 'string', values: 'object' },
  left: { object: 'string', values: 'object' },
  creating: {
    n: 'number',
    kind: 'string',
    collection: 'string',
    version: 'string',
    role: 'string',
    values: 'object',
  },
  known: { collection: 'string', role: 'string', ids: 'object' },
  created: { n: 'number', id: 'number' },
  refused: { n: 'number' },
};

/** Whether a line that was read is an entry, with all that restoring rests on. */
export function isEntry(value: unknown): value is JournalEntry {
  if (!isObject(value) || typeof value.entry !== 'string') return false;
  if (!Object.hasOwn(MEMBERS, value.entry)) return false;
  const members = MEMBERS[value.entry as JournalEntry['entry']];
  return Object.entries(members).every(
    ([name, type]) => typeof value[name] === type && value[name] !== null,
  );
}
