import { isObject, type JsonObject } from '../harness/place.js';
import type { Resource } from './ask.js';

/** The resource whose id follows a name in a path. */
const IN_PATHS: Readonly<Record<string, Resource>> = {
  projects: 'project',
  users: 'user',
  people: 'person',
  patches: 'patch',
  patch: 'patch',
  bundles: 'bundle',
  bundle: 'bundle',
  covers: 'cover',
  cover: 'cover',
  series: 'series',
  checks: 'check',
};

/** Stands for an id that is not known. */
const ANY_ID = '{id}';

/**
 * Which object of the new instance is the same as an object of the old one. Ids of a resource are the
 * same until `move` is called: then they are learnt from objects with the same message id, name or date.
 */
export class Identities {
  readonly #moved = new Set<Resource>();
  readonly #ids = new Map<string, unknown>();

  /** From now on the ids of this resource are expected to differ. */
  move(resource: Resource): void {
    this.#moved.add(resource);
  }

  /** The resources whose ids differ. */
  get moved(): readonly Resource[] {
    return [...this.#moved];
  }

  /** Takes note of two objects that are the same; the first pair counts. */
  learn(resource: Resource, old: unknown, id: unknown): void {
    const key = `${resource} ${String(old)}`;
    if (this.#moved.has(resource) && !this.#ids.has(key)) this.#ids.set(key, id);
  }

  /** The id on the new instance; undefined if it is not known. */
  idOnNew(resource: Resource, old: unknown): unknown {
    return this.#moved.has(resource) ? this.#ids.get(`${resource} ${String(old)}`) : old;
  }

  /** Whether a path of the old instance and one of the new one lead to the same; an unknown id may be any. */
  isSamePath(old: string, received: string): boolean {
    const expected = this.pathOnNew(old);
    if (expected === received) return true;
    if (!expected.includes(ANY_ID)) return false;
    const parts = received.split(/(?<=[/=])|(?=[/&?])/);
    return expected
      .split(/(?<=[/=])|(?=[/&?])/)
      .every((part, at, all) =>
        part === ANY_ID
          ? /^\d+$/.test(parts[at] ?? '')
          : part === parts[at] && all.length === parts.length,
      );
  }

  /** The path of a URL of the old instance as the new one has it; `{id}` stands for unknown ids. */
  pathOnNew(path: string): string {
    if (this.#moved.size === 0) return path;
    let owner: string | undefined;
    let name: string | undefined;
    const [way = '', query = ''] = path.split('?');
    const segments = way.split('/').map((segment) => {
      if (!/^\d+$/.test(segment)) {
        // `bundle/NAME/ID` has the name of the owner between.
        if (IN_PATHS[segment] !== undefined || segment === 'comments' || segment === 'comment') {
          owner = name;
          name = segment;
        }
        return segment;
      }
      if (name === 'comment') return ANY_ID;
      const resource = this.#resourceOf(name, owner);
      return resource === undefined ? segment : String(this.idOnNew(resource, segment) ?? ANY_ID);
    });
    const tail = query.replace(
      /\bseries=(\d+)/g,
      (_, id: string) => `series=${String(this.idOnNew('series', id) ?? ANY_ID)}`,
    );
    return segments.join('/') + (path.includes('?') ? `?${tail}` : '');
  }

  #resourceOf(name: string | undefined, owner: string | undefined): Resource | undefined {
    if (name === undefined) return undefined;
    // `comment/cover/ID`, `covers/ID/comments/ID`; `comment/ID` tells only that it is a comment.
    if (owner === 'comment' && name === 'cover') return 'cover-comment';
    if (owner === 'comment' && name === 'patch') return 'patch-comment';
    if (name === 'comments') return owner === 'covers' ? 'cover-comment' : 'patch-comment';
    return IN_PATHS[name];
  }
}

/**
 * What identifies an object besides its id: message id, name or date; undefined if it shows none of them.
 * Dates are compared to the second, however they are written.
 */
export function nameOf(resource: Resource, row: unknown): string | undefined {
  if (!isObject(row)) return undefined;
  switch (resource) {
    case 'project':
      return textOf(row, 'link_name');
    case 'user':
      return textOf(row, 'username');
    case 'person':
      return textOf(row, 'email');
    case 'bundle':
      return together(textOf(row, 'name'), nameOf('user', row.owner) ?? '');
    case 'series':
      return together(textOf(row, 'name'), dateOf(row), textOf(row, 'version') ?? '');
    case 'check':
      return together(dateOf(row), textOf(row, 'context'));
    case 'event':
      return together(textOf(row, 'category'), dateOf(row), subjectOf(row.payload));
    default:
      return textOf(row, 'msgid')?.replace(/^<|>$/g, '');
  }
}

function subjectOf(payload: unknown): string {
  if (!isObject(payload)) return '';
  const names = (['patch', 'cover', 'series', 'check'] as const).map((each) =>
    nameOf(each, payload[each]),
  );
  return names.filter((name) => name !== undefined).join(' ');
}

function dateOf(row: JsonObject): string | undefined {
  return textOf(row, 'date')?.replace(/[^\d]/g, '').slice(0, 'YYYYMMDDhhmmss'.length);
}

function textOf(row: JsonObject, field: string): string | undefined {
  const value = row[field];
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value : undefined;
}

function together(...parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(' ');
}
