import type { ResourceName } from '../../specification/resource.js';
import { isVersion } from '../../specification/versions.js';
import { versionsOfWrites } from '../../specification/writable.js';
import { type Body, fieldsOf } from './body.js';

/** An id that no object has; writes to it must return 404. */
export const UNKNOWN_ID = 2147483647;

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

/**
 * The fields of a patch that a run may write, in every version: SPEC.md documents no write of a
 * patch, but most clients send them.
 */
export const PATCH_FIELDS: readonly string[] = ['state', 'delegate', 'archived', 'commit_ref'];

/**
 * The writes that a run may send: to bundles that it created, to the user of the role `user`,
 * one patch and checks on it, `addressed` of one comment, and one project. Each of these is set
 * once; a second one is refused.
 */
export class PermittedWrites {
  readonly #bundles = new Set<number>();
  readonly #users = new Set<number>();
  #patch: number | undefined;
  #comment: string | undefined;
  #project: { id: number; linkName: string } | undefined;

  /** A bundle created by this run. */
  allowBundle(id: number): void {
    this.#bundles.add(id);
  }

  /** The user of the role `user`. */
  allowUser(id: number): void {
    this.#users.add(id);
  }

  /** The patch that may be written. Throws a ForbiddenWrite for a second one. */
  allowPatch(id: number): void {
    this.#patch ??= id;
    if (this.#patch !== id) throw new ForbiddenWrite('only one patch may be written');
  }

  /** The comment that may be marked. Throws a ForbiddenWrite for a second one. */
  allowComment(patch: number, comment: number): void {
    const path = `patches/${patch}/comments/${comment}`;
    this.#comment ??= path;
    if (this.#comment !== path) throw new ForbiddenWrite('only one comment may be marked');
  }

  /** The project that may be changed. Throws a ForbiddenWrite for a second one. */
  allowProject(id: number, linkName: string): void {
    this.#project ??= { id, linkName };
    if (this.#project.id !== id) throw new ForbiddenWrite('only one project may be changed');
  }

  /**
   * Throws a ForbiddenWrite unless the write is permitted. Paths are compared in their plainest
   * form, so that no other spelling can bypass the check.
   */
  demand({ method, path, body }: WriteRequest): void {
    const [, version = '', rest = ''] = /^\/api\/(\d+\.\d+)\/([A-Za-z0-9._/-]+)$/.exec(path) ?? [];
    const target = rest.replace(/\/$/, '');
    if (!isDocumented(method, version, target) || !this.#mayBeWritten(method, target, body)) {
      throw new ForbiddenWrite(`${method} ${path} is not among the writes that a run may send`);
    }
  }

  #mayBeWritten(method: WriteMethod, target: string, body: Body): boolean {
    if (target === 'bundles') return method === 'POST' && !publishes(body);
    const [, collection = '', name = '', inner, innerId] =
      /^([a-z]+)\/([\w.-]+)(?:\/([a-z]+)(?:\/(\d+))?)?$/.exec(target) ?? [];
    const id = /^(0|[1-9]\d{0,9})$/.test(name) ? Number(name) : Number.NaN;
    const unknown = id === UNKNOWN_ID;
    const updates = method !== 'POST' && method !== 'DELETE';
    if (inner === undefined) {
      switch (collection) {
        case 'bundles':
          return (updates || method === 'DELETE') && (unknown || this.#bundles.has(id));
        case 'users':
          return updates && (unknown || this.#users.has(id));
        case 'projects':
          return updates && (unknown || this.#isProject(id, name));
        case 'patches':
          return updates && id === this.#patch && isWithin(body, PATCH_FIELDS);
        default:
          return false;
      }
    }
    if (collection !== 'patches') return false;
    if (inner === 'checks' && innerId === undefined) {
      return method === 'POST' && (unknown || (this.#patch !== undefined && id === this.#patch));
    }
    if (inner !== 'comments' || innerId === undefined || !updates) return false;
    return unknown || innerId === String(UNKNOWN_ID) || target === this.#comment;
  }

  #isProject(id: number, name: string): boolean {
    if (this.#project === undefined) return false;
    if (id === this.#project.id) return true;
    return Number.isNaN(id) && name === this.#project.linkName;
  }
}

/** The resources that a run writes, by path below `/api/{v}/`. */
const WRITTEN: readonly (readonly [shape: RegExp, resource: ResourceName])[] = [
  [/^bundles(\/|$)/, 'bundle'],
  [/^users\//, 'user'],
  [/^projects\//, 'project'],
  [/^patches\/\d+$/, 'patch'],
  [/^patches\/\d+\/checks$/, 'check'],
  [/^patches\/\d+\/comments\//, 'patch-comment'],
];

/** The resource of a write to a path below `/api/{v}/`; undefined if no run writes there. */
export function resourceAt(path: string): ResourceName | undefined {
  return WRITTEN.find(([shape]) => shape.test(path))?.[1];
}

/** Writes that clients send in every version, whatever the specification documents. */
const OF_CLIENTS: readonly ResourceName[] = ['patch', 'check'];

/**
 * Whether the specification has that write in that version, or clients send it; DELETE only undoes
 * a POST.
 */
function isDocumented(method: WriteMethod, version: string, target: string): boolean {
  const resource = resourceAt(target);
  if (resource === undefined || !isVersion(version)) return false;
  if (OF_CLIENTS.includes(resource)) return true;
  const action = method === 'POST' || method === 'DELETE' ? 'create' : 'update';
  return versionsOfWrites(resource, action).includes(version);
}

/** "Bundles are created private": a body that could be read as public is not sent. */
function publishes(body: Body): boolean {
  const fields = fieldsOf(body);
  const said = Object.entries(fields).filter(([name]) => name.toLowerCase().startsWith('public'));
  return said.some(([, value]) =>
    [value].flat().some((each) => /^(true|t|yes|y|on|1)$/i.test(String(each).trim())),
  );
}

function isWithin(body: Body, fields: readonly string[]): boolean {
  return Object.keys(fieldsOf(body)).every((name) => fields.includes(name));
}
