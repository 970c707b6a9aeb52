import { isVersion, type Version } from '../specification/versions.js';
import { isRestored } from './client/permitted-writes.js';
import { isObject } from './place.js';
import { ROLES, type Role } from './role.js';
import type { Target } from './target.js';

/** The format name in the first line of every journal. */
export const JOURNAL_FORMAT = 'conformance-journal/1';

/** The first line: the run that the journal belongs to. */
export interface JournalHead extends Target {
  entry: 'head';
  format: typeof JOURNAL_FORMAT;
  /** The id of the run; it is part of the names of created objects. */
  run: string;
  startedAt: string;
}

/** An object that existed before; of a bundle also what a write could change by mistake. */
export interface KnownRow {
  id: number;
  values?: Record<string, unknown>;
}

/** What the entries after the head hold, by kind; of values nested fields have dotted names. */
interface Entries {
  /** The objects that the run may write. */
  target: {
    /** The user of each role. */
    users: Partial<Record<Role, number>>;
    project?: { id: number; linkName: string };
    /** The patches that get checks; the first one may be changed. */
    patches: number[];
    comment?: { patch: number; comment: number };
    /** When the run began to write, by the clock of the instance, in ISO 8601; undefined if it does not tell it. */
    since?: string;
  };
  /** An object before the first write: its path below `/api/{v}/` (`users/3`), and the role that can restore it. */
  original: { object: string; version: Version; role: Role; values: Record<string, unknown> };
  /** What is sent to put back an object: by which method, and which values it takes for those of before. */
  proven: { object: string; method: 'PATCH' | 'PUT'; values: Record<string, unknown> };
  /** Values that are about to be written, and other fields that this may blank, since it does not name them. */
  write: { n: number; object: string; values: Record<string, unknown>; mayBlank?: string[] };
  /**
   * Values that an object showed because of a write: they are the run's, as those that it sent. What the write could have
   * blanked and they do not have is not.
   */
  shown: { object: string; values: Record<string, unknown> };
  /** An object that is about to be created in a collection: `bundles` or `patches/7/checks`. */
  creating: {
    /** The number of the write in the run. */
    n: number;
    kind: 'bundle' | 'check';
    collection: string;
    version: Version;
    role: Role;
    values: Record<string, unknown>;
  };
  /** What a role had in a collection before the run, to identify what is new or changed. */
  known: { collection: string; version: Version; role: Role; rows: KnownRow[] };
  /** The id of a created object, and the user that the response shows as its owner. */
  created: { n: number; id: number; owner?: number };
  /** The instance refused a write, so that it had no effect. */
  refused: { n: number };
  /** A write of the run made an object unreadable. */
  unreadable: { object: string };
  /** The response to a write was another object, which may have been changed: the path of the write, and that of the object. */
  stray: { version: Version; object: string; shown: string };
  /** `conformance restore` restores from this journal: its run must not write any more. */
  taken: object;
}

/** One line of a journal, of any kind or of some. */
export type JournalEntry<K extends keyof Entries = keyof Entries> = {
  [E in K]: { entry: E } & Entries[E];
}[K];

/** The entries of a kind, in the order of the journal. */
export function entriesOf<K extends keyof Entries>(
  { entries }: JournalContents,
  kind: K,
): Extract<JournalEntry, { entry: K }>[] {
  return entries.filter((each): each is Extract<JournalEntry, { entry: K }> => each.entry === kind);
}

/** A parsed journal. */
export interface JournalContents {
  head: JournalHead;
  entries: JournalEntry[];
  /** The numbers of the lines that cannot be read. */
  damaged: number[];
}

/** Whether a line is the first line of a journal. */
export function isHead(value: unknown): value is JournalHead {
  return (
    isObject(value) &&
    value.format === JOURNAL_FORMAT &&
    isText(value.run) &&
    isText(value.startedAt) &&
    isAddress(value.baseUrl)
  );
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isId: Check = (value) => Number.isSafeInteger(value);
const orNone = (isSound: Check): Check => {
  return (value) => value === undefined || isSound(value);
};
const listOf = (isSound: Check): Check => {
  return (value) => Array.isArray(value) && value.every(isSound);
};
const matching = (pattern: RegExp): Check => {
  return (value) => typeof value === 'string' && pattern.test(value);
};

const NUMBERED = { n: isId };
const SENT = { object: isText, values: isObject };
const AS = {
  version: (value: unknown) => typeof value === 'string' && isVersion(value),
  role: (value: unknown) => ROLES.some((role) => role === value),
};
const COLLECTED = { ...AS, collection: matching(/^(bundles|patches\/-?\d+\/checks)$/) };
const isPlainPath = matching(/^[\w./-]+$/);

/** The members that restoring needs, by kind of entry. */
const MEMBERS: Record<keyof Entries, Record<string, Check>> = {
  target: {
    users: (users) => isObject(users) && Object.values(users).every(isId),
    project: orNone((project) => isObject(project) && isId(project.id) && isText(project.linkName)),
    patches: listOf(isId),
    comment: orNone((it) => isObject(it) && [it.patch, it.comment].every(isId)),
    since: orNone(isText),
  },
  original: {
    ...AS,
    object: (path) => typeof path === 'string' && isRestored(path),
    values: isObject,
  },
  write: { ...NUMBERED, ...SENT, mayBlank: orNone(listOf(isText)) },
  proven: {
    ...SENT,
    method: matching(/^(PATCH|PUT)$/),
  },
  shown: SENT,
  creating: { ...NUMBERED, ...COLLECTED, kind: matching(/^(bundle|check)$/), values: isObject },
  known: {
    ...COLLECTED,
    rows: listOf((row) => isObject(row) && isId(row.id) && orNone(isObject)(row.values)),
  },
  created: { ...NUMBERED, id: isId, owner: orNone(isId) },
  refused: NUMBERED,
  unreadable: { object: isText },
  stray: { version: AS.version, object: isPlainPath, shown: isPlainPath },
  taken: {},
};

/** Whether a line is an entry with all members that restoring needs. */
export function isEntry(value: unknown): value is JournalEntry {
  if (!isObject(value) || typeof value.entry !== 'string') return false;
  if (!Object.hasOwn(MEMBERS, value.entry)) return false;
  const members = MEMBERS[value.entry as keyof Entries];
  return Object.entries(members).every(([name, isSound]) => isSound(value[name]));
}

/** Credentials are sent to this URL, so it must be a plain one. */
function isAddress(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
