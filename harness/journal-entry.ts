import { isVersion, type Version } from '../specification/versions.js';
import { isObject } from './place.js';
import { ROLES, type Role } from './role.js';

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

/** A write was answered with another object, which it may have changed. */
export interface StrayEntry {
  entry: 'stray';
  version: Version;
  /** What the write was sent to, and what it was answered with: paths below `/api/{v}/`. */
  object: string;
  shown: string;
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
  | RefusedEntry
  | StrayEntry;

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
    isText(value.run) &&
    isText(value.baseUrl) &&
    isAddress(value.baseUrl)
  );
}

/** What restoring rests on of the members of each kind of entry. */
const MEMBERS: Record<JournalEntry['entry'], Record<string, (value: unknown) => boolean>> = {
  target: {
    users: (users) => isObject(users) && Object.values(users).every(isId),
    project: orNone((project) => isObject(project) && isId(project.id) && isText(project.linkName)),
    patch: orNone(isId),
    comment: orNone((it) => isObject(it) && [it.patch, it.comment, it.lastEvent].every(isId)),
  },
  original: {
    object: (object) =>
      isText(object) && /^(users\/\d+|projects\/[\w.-]+|patches\/\d+\/comments\/\d+)$/.test(object),
    version: (version) => isText(version) && isVersion(version),
    role: isRole,
    values: isObject,
  },
  write: { object: isText, values: isObject },
  left: { object: isText, values: isObject },
  creating: {
    n: isId,
    kind: (kind) => kind === 'bundle' || kind === 'check',
    collection: (collection) =>
      isText(collection) && /^(bundles|patches\/\d+\/checks)$/.test(collection),
    version: (version) => isText(version) && isVersion(version),
    role: isRole,
    values: isObject,
  },
  known: { collection: isText, role: isRole, ids: (ids) => Array.isArray(ids) && ids.every(isId) },
  created: { n: isId, id: isId },
  refused: { n: isId },
  stray: {
    version: (version) => isText(version) && isVersion(version),
    object: isPlainPath,
    shown: isPlainPath,
  },
};

/** Whether a line that was read is an entry, with all that restoring rests on. */
export function isEntry(value: unknown): value is JournalEntry {
  if (!isObject(value) || typeof value.entry !== 'string') return false;
  if (!Object.hasOwn(MEMBERS, value.entry)) return false;
  const members = MEMBERS[value.entry as JournalEntry['entry']];
  return Object.entries(members).every(([name, isSound]) => isSound(value[name]));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isPlainPath(value: unknown): boolean {
  return isText(value) && /^[\w./-]+$/.test(value);
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

function isRole(value: unknown): boolean {
  return ROLES.some((role) => role === value);
}

function orNone(isSound: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => value === undefined || isSound(value);
}

/** Credentials are sent there: what is no plain address is no address of an instance. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
