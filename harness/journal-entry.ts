import { isVersion, type Version } from '../specification/versions.js';
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

/** The objects that the run may write. */
export interface TargetEntry {
  entry: 'target';
  /** The user of each role. */
  users: Partial<Record<Role, number>>;
  project?: { id: number; linkName: string };
  patch?: number;
  comment?: { patch: number; comment: number; lastEvent: number };
}

/** An object before the first write; nested fields have dotted names. */
export interface OriginalEntry {
  entry: 'original';
  /** Its path below `/api/{v}/`: `users/3`. */
  object: string;
  version: Version;
  /** The role that can restore it. */
  role: Role;
  values: Record<string, unknown>;
}

/** Values that are about to be written. */
export interface WriteEntry {
  entry: 'write';
  object: string;
  method: string;
  values: Record<string, unknown>;
}

/** The values of the writable fields after a write, as read from the instance. */
export interface LeftEntry {
  entry: 'left';
  object: string;
  /** The version in which they were read. */
  version: Version;
  values: Record<string, unknown>;
}

/** Another client changed an object during the run, which writes nothing more to it. */
export interface ConflictEntry {
  entry: 'conflict';
  object: string;
  version: Version;
}

/** An object that is about to be created. */
export interface CreatingEntry {
  entry: 'creating';
  /** Its number in the run. */
  n: number;
  kind: 'bundle' | 'check';
  /** The collection: `bundles` or `patches/7/checks`. */
  collection: string;
  version: Version;
  role: Role;
  values: Record<string, unknown>;
}

/** The ids that a role saw in a collection before the run, to identify new ones. */
export interface KnownEntry {
  entry: 'known';
  collection: string;
  role: Role;
  ids: number[];
}

/** The id of a created object. */
export interface CreatedEntry {
  entry: 'created';
  n: number;
  id: number;
}

/** The instance refused to create the object. */
export interface RefusedEntry {
  entry: 'refused';
  n: number;
}

/** The response to a write was another object, which may have been changed. */
export interface StrayEntry {
  entry: 'stray';
  version: Version;
  /** The path of the write and the path of the object in the response, below `/api/{v}/`. */
  object: string;
  shown: string;
}

/** One line of a journal. */
export type JournalEntry =
  | TargetEntry
  | OriginalEntry
  | WriteEntry
  | LeftEntry
  | ConflictEntry
  | KnownEntry
  | CreatingEntry
  | CreatedEntry
  | RefusedEntry
  | StrayEntry;

/** A parsed journal. */
export interface JournalContents {
  head: JournalHead;
  entries: JournalEntry[];
}

/** Whether a line is the first line of a journal. */
export function isHead(value: unknown): value is JournalHead {
  return (
    isObject(value) &&
    value.format === JOURNAL_FORMAT &&
    isText(value.run) &&
    isText(value.baseUrl) &&
    isAddress(value.baseUrl)
  );
}

/** The members that restoring needs, by kind of entry. */
const MEMBERS: Record<JournalEntry['entry'], Record<string, (value: unknown) => boolean>> = {
  target: {
    users: (users) => isObject(users) && Object.values(users).every(isId),
    project: orNone((project) => isObject(project) && isId(project.id) && isText(project.linkName)),
    patch: orNone(isId),
    comment: orNone((it) => isObject(it) && [it.patch, it.comment, it.lastEvent].every(isId)),
  },
  original: {
    object: (object) =>
      isText(object) &&
      /^(users\/\d+|projects\/[\w.-]+|patches\/\d+(\/comments\/\d+)?)$/.test(object),
    version: isVersionText,
    role: isRole,
    values: isObject,
  },
  write: { object: isText, values: isObject },
  left: { object: isText, version: isVersionText, values: isObject },
  conflict: { object: isText, version: isVersionText },
  creating: {
    n: isId,
    kind: (kind) => kind === 'bundle' || kind === 'check',
    collection: (collection) =>
      isText(collection) && /^(bundles|patches\/\d+\/checks)$/.test(collection),
    version: isVersionText,
    role: isRole,
    values: isObject,
  },
  known: { collection: isText, role: isRole, ids: (ids) => Array.isArray(ids) && ids.every(isId) },
  created: { n: isId, id: isId },
  refused: { n: isId },
  stray: {
    version: isVersionText,
    object: isPlainPath,
    shown: isPlainPath,
  },
};

/** Whether a line is an entry with all members that restoring needs. */
export function isEntry(value: unknown): value is JournalEntry {
  if (!isObject(value) || typeof value.entry !== 'string') return false;
  if (!Object.hasOwn(MEMBERS, value.entry)) return false;
  const members = MEMBERS[value.entry as JournalEntry['entry']];
  return Object.entries(members).every(([name, isSound]) => isSound(value[name]));
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isVersionText(value: unknown): boolean {
  return isText(value) && isVersion(value);
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

/** Credentials are sent to this URL, so it must be a plain one. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === '';
}
