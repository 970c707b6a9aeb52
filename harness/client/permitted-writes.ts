import type { ResourceName, Writes } from '../../specification/resource.js';
import { isVersion } from '../../specification/versions.js';
import { versionsOfWrites, writableFields, writesOf } from '../../specification/writable.js';
import { sameValue } from '../same-value.js';
import { type Body, fieldsOf } from './body.js';

/**
 * An id that no object has, of which reads and writes return 404: the largest signed 32-bit integer. A
 * larger one might overflow a database column, which would be another test.
 */
export const UNKNOWN_ID = 2_147_483_647;

/** A key that no object has: sent to see that unknown keys change nothing. */
export const UNKNOWN_KEY = 'conformance';

/** The methods that write. */
export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A write; `path` is relative to the base URL and starts with `/api/`. */
export interface WriteRequest {
  method: WriteMethod;
  path: string;
  body: Body;
}

/** A write that is not permitted. It was not sent; the attempt is a suite error. */
export class ForbiddenWrite extends Error {
  override readonly name = 'ForbiddenWrite';
}

/** The most patches to which one run may add checks, and which it may put into bundles. */
export const MOST_PATCHES = 5;

/**
 * The fields of a patch that a run may write, in every version: docs/api.md documents no write of a
 * patch, but most clients send them.
 */
export const PATCH_FIELDS: readonly string[] = ['state', 'delegate', 'archived', 'commit_ref'];

/** The writable fields of a patch that no write of a run names but the one that puts them back: a PUT may blank them. */
export const PATCH_FIELDS_PUT_BACK: readonly string[] = ['pull_url', 'related'];

/** A kind of object that a run may write. */
export interface WritableKind {
  resource: ResourceName;
  /** Its path below `/api/{v}/`; N is an id, or the name of a project. */
  path: string;
  /** What can only be changed gets its old values back; a bundle is deleted, a check remains. */
  methods: readonly WriteMethod[];
  /** The role that may write it, and that restores it. */
  by: Writes['by'];
  /** The most objects of this kind that one run may write; undefined for those that it makes. */
  most?: number;
}

const CHANGES: readonly WriteMethod[] = ['PUT', 'PATCH'];

/** What a run may write: bundles that it makes, and the few objects that it names before. */
const KINDS = (
  [
    { resource: 'bundle', path: 'bundles', methods: ['POST'] },
    { resource: 'bundle', path: 'bundles/N', methods: [...CHANGES, 'DELETE'] },
    { resource: 'user', path: 'users/N', methods: CHANGES, most: 1 },
    { resource: 'project', path: 'projects/N', methods: CHANGES, most: 1 },
    { resource: 'patch', path: 'patches/N', methods: CHANGES, most: 1 },
    { resource: 'check', path: 'patches/N/checks', methods: ['POST'], most: MOST_PATCHES },
    { resource: 'patch-comment', path: 'patches/N/comments/N', methods: CHANGES, most: 1 },
  ] satisfies Omit<WritableKind, 'by'>[]
).map((kind): WritableKind => {
  return { ...kind, by: kind.resource === 'patch' ? 'maintainer' : writesOf(kind.resource).by };
});

/** Writes that clients send in every version, whatever the specification documents. */
const OF_CLIENTS: readonly ResourceName[] = ['patch', 'check'];

/** The kind of object at a path below `/api/{v}/`; undefined if no run writes there. */
export function kindAt(path: string): WritableKind | undefined {
  const shape = path
    .replace(/^projects\/[\w.-]+$/, 'projects/N')
    .replaceAll(/\/(?:0|-?[1-9]\d{0,15})(?=\/|$)/g, '/N');
  return KINDS.find((kind) => kind.path === shape);
}

/** The same for an object that is written. Throws a ForbiddenWrite if no run may write it. */
export function writableAt(object: string): WritableKind {
  const kind = kindAt(object);
  if (kind === undefined) throw new ForbiddenWrite(`${object} is nothing that a run may write`);
  return kind;
}

/** Whether an object at a path gets its old values back: it can be changed, and existed before. */
export function isRestored(path: string): boolean {
  const { methods = ['POST'] } = kindAt(path) ?? {};
  return methods.every((method) => CHANGES.includes(method)) && !isUnknown(path);
}

/** Whether an object of this kind may be one that the caller must not write, and that is sent its own values. */
export function isOfOthers(object: string): boolean {
  const { resource } = kindAt(object) ?? {};
  return resource === 'project' || resource === 'patch-comment';
}

/** Whether a path has the unknown id. */
export function isUnknown(path: string): boolean {
  return path.split('/').includes(String(UNKNOWN_ID));
}

/** The id at the end of the path of an object. */
export function idAt(path: string): string | undefined {
  return path.split('/').at(-1);
}

/** The fields that a write of an object may change, from the specification's tables. */
export function fieldsAt(object: string): readonly string[] {
  const { resource } = kindAt(object) ?? {};
  if (resource === undefined) return [];
  if (resource === 'patch') return PATCH_FIELDS;
  return writableFields(resource, 'update').map(({ name }) => name);
}

/** The writes that a run may send: to objects that were named before, and to unknown ids. */
export class PermittedWrites {
  /** The paths that may be written, and the object at each: a project has two. */
  readonly #paths = new Map<string, string>();

  /** The objects that only the values may be sent that they show already: those values. */
  readonly #unchanged = new Map<string, Readonly<Record<string, unknown>>>();

  /** `mark` begins the names of what the run makes; only a bundle with it may be made public. */
  constructor(private readonly mark?: string) {}

  /**
   * Permits writes to an object. Throws a ForbiddenWrite for a path that no run may write, and for
   * more objects of a kind than one run may write.
   */
  allow(object: string, alias = object): void {
    const kind = writableAt(object);
    const alike = [...this.#paths.values()].filter((each) => kindAt(each) === kind);
    if (new Set([...alike, object]).size > (kind.most ?? Number.POSITIVE_INFINITY)) {
      throw new ForbiddenWrite(`only ${kind.most} ${kind.path} may be written, not ${object} too`);
    }
    this.#paths.set(object, object).set(alias, object);
  }

  /** Whether an object may be changed. */
  allows(object: string): boolean {
    return this.#paths.has(object);
  }

  /**
   * Permits that an object is sent its own values: a project, or a comment, that the caller must not write. Throws a
   * ForbiddenWrite for another kind, and for a second object of a kind.
   */
  allowUnchanged(object: string, values: Readonly<Record<string, unknown>>): void {
    const kind = writableAt(object);
    const alike = [...this.#unchanged.keys()].filter((each) => kindAt(each) === kind);
    if (!isOfOthers(object) || alike.some((each) => each !== object)) {
      throw new ForbiddenWrite(`${object} may not be sent its own values`);
    }
    this.#unchanged.set(object, values);
  }

  /** The path of the object that is written at a path, without a slash at its end. */
  objectAt(path: string): string {
    const plain = path.replace(/\/$/, '');
    return this.#paths.get(plain) ?? plain;
  }

  /**
   * Throws a ForbiddenWrite unless the write is permitted. Paths are compared in their plainest
   * form, so that no other spelling can bypass the check.
   */
  demand({ method, path, body }: WriteRequest): void {
    const [, version, rest = ''] = /^\/api\/(?:(\d+\.\d+)\/)?([A-Za-z0-9._/-]+)$/.exec(path) ?? [];
    const target = rest.replace(/\/$/, '');
    const kind = kindAt(target);
    const isPermitted =
      kind?.methods.includes(method) === true &&
      (version === undefined ? method === 'PATCH' : isDocumented(method, version, kind)) &&
      (this.#mayBeWritten(target, kind) || this.#isUnchanged(target, method, body)) &&
      this.#mayHold(body, method, kind);
    if (!isPermitted) {
      throw new ForbiddenWrite(`${method} ${path} is not among the writes that a run may send`);
    }
  }

  #mayBeWritten(target: string, { resource, path }: WritableKind): boolean {
    if (path === 'bundles' || this.#paths.has(target)) return true;
    return resource !== 'patch' && isUnknown(target);
  }

  #isUnchanged(target: string, method: WriteMethod, body: Body): boolean {
    const present = this.#unchanged.get(target);
    const sent = Object.entries(fieldsOf(body));
    if (present === undefined || sent.length === 0 || body === 'none' || !('json' in body))
      return false;
    // A PUT may blank what it does not name (docs/verdicts.md B-37).
    const isBlank = (field: string) => present[field] === null || present[field] === '';
    const unnamed = fieldsAt(target).filter((field) => !sent.some(([name]) => name === field));
    if (method === 'PUT' && !unnamed.every(isBlank)) return false;
    return sent.every(
      ([name, value]) => Object.hasOwn(present, name) && sameValue(present[name], value),
    );
  }

  /** "Bundles are created private", unless the name tells whose it is; a patch has four fields, and two to put back. */
  #mayHold(body: Body, method: WriteMethod, { resource }: WritableKind): boolean {
    const fields = fieldsOf(body);
    if (resource === 'patch')
      return [PATCH_FIELDS, method === 'PATCH' ? PATCH_FIELDS_PUT_BACK : []].some((permitted) =>
        Object.keys(fields).every((name) => permitted.includes(name)),
      );
    if (resource !== 'bundle' || method !== 'POST' || !publishes(fields)) return true;
    const { name } = fields;
    return this.mark !== undefined && typeof name === 'string' && name.startsWith(this.mark);
  }
}

/**
 * Whether the specification has that write in that version, or clients send it; DELETE only undoes
 * a POST.
 */
function isDocumented(method: WriteMethod, version: string, kind: WritableKind): boolean {
  if (!isVersion(version)) return false;
  if (OF_CLIENTS.includes(kind.resource)) return true;
  const action = method === 'POST' || method === 'DELETE' ? 'create' : 'update';
  return versionsOfWrites(kind.resource, action).includes(version);
}

/** Whether a body could be read as public. */
function publishes(fields: Record<string, unknown>): boolean {
  const said = Object.entries(fields).filter(([name]) => name.toLowerCase().startsWith('public'));
  return said.some(([, value]) =>
    [value].flat().some((each) => /^(true|t|yes|y|on|1)$/i.test(String(each).trim())),
  );
}
