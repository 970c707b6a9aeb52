import type { Api, Query } from './api.js';
import { at, isObject, type Seen } from './place.js';
import { credentialName, type Role, type SignedInRole } from './role.js';
import type { Version } from './version.js';
import { Inconclusive, inconclusive } from './violation.js';

/** How many objects are tried, one request each, in search of one that has something. */
const MOST_TRIED = 12;

/** How many of a kind are looked for. */
const WANTED = 2;

/** A comment and the patch or cover letter that it belongs to. */
export interface FoundComment {
  parent: number;
  comment: number;
}

/** A check and the patch that it belongs to. */
export interface FoundCheck {
  patch: number;
  check: number;
}

/**
 * What the instance holds. Ids are the same in every version, so each thing is looked for once, in
 * the newest version offered, as nobody in particular, and only if a check asks for it. What is not
 * found is inconclusive, with what is missing in the words of an operator.
 */
export class Instance {
  readonly #known = new Map<string, Promise<unknown>>();

  /** `scout` is the newest version offered, `versions` all of them, `names` how each role signs in. */
  constructor(
    private readonly scout: Api,
    readonly versions: readonly Version[],
    private readonly names: Partial<Record<Role, string>>,
  ) {}

  /** Does a piece of work once in a run and shares its result; `key` names it. */
  once<T>(key: string, work: () => Promise<T>): Promise<T> {
    const known = this.#known.get(key);
    if (known !== undefined) return known as Promise<T>;
    const started = work();
    this.#known.set(key, started);
    return started;
  }

  /** What `once` was asked for under that key, done or under way; nothing if nobody asked. */
  known<T>(key: string): Promise<T> | undefined {
    return this.#known.get(key) as Promise<T> | undefined;
  }

  /**
   * Ids of cover letters that have comments, as many as are wanted if there are as many; never
   * empty. The first one has the most and serves whatever needs but one.
   */
  async coversWithComments(wanted: 1 | 2 = 1): Promise<number[]> {
    const found = await this.once('covers with comments', async () => {
      // The newest events may be of cover letters with a word or two: the most talked about is wanted.
      const named = await this.#inEventsOf('cover-comment-created', 'cover');
      return this.#enough(named, 'covers', 'comments');
    });
    return found.slice(0, wanted);
  }

  /** Ids of patches that have comments, likewise. */
  async patchesWithComments(wanted: 1 | 2 = 1): Promise<number[]> {
    const found = await this.once('patches with comments', async () => {
      const named = await this.#inEvents('patch-comment-created', 'patch');
      return this.#enough(named, 'patches', 'comments');
    });
    return found.slice(0, wanted);
  }

  /** Ids of patches that have checks, likewise. */
  async patchesWithChecks(wanted: 1 | 2 = 1): Promise<number[]> {
    const found = await this.once('patches with checks', async () => {
      const named = await this.#inEvents('check-created', 'patch');
      return this.#enough(named, 'patches', 'checks');
    });
    return found.slice(0, wanted);
  }

  /** A check of a patch, found in the list of its checks: the one with the most blank fields. */
  check(): Promise<FoundCheck> {
    return this.once('check', async () => {
      const [patch] = await this.patchesWithChecks();
      if (patch === undefined) return inconclusive('no patch with checks');
      const rows = await this.scout.list(`patches/${patch}/checks/`, { per_page: 100 });
      const [check] = integers([...rows].sort((a, b) => blanks(b) - blanks(a)));
      if (check === undefined) return inconclusive(`no check of patch ${patch} has an id`);
      return { patch, check };
    });
  }

  /** A comment on a patch, found in the list of its comments. */
  patchComment(): Promise<FoundComment> {
    return this.once('patch comment', async () => {
      const [parent] = await this.patchesWithComments();
      if (parent === undefined) return inconclusive('no patch with comments');
      const [comment] = integers(
        await this.scout.list(`patches/${parent}/comments/`, { per_page: 100 }),
      );
      if (comment === undefined) return inconclusive(`no comment on patch ${parent} has an id`);
      return { parent, comment };
    });
  }

  /**
   * The id of the user that a role signs in as: the one of its name, or, where only its token is
   * known, the one whose details show it `settings` (SPEC.md, "User": they are for oneself).
   */
  ownId(role: SignedInRole): Promise<number> {
    return this.once(`own id of ${role}`, async () => {
      const as = this.scout.as(role);
      const name = this.names[role];
      // The list without a search is read anyway, as whoever signs in first.
      const isRead = this.scout.signedIn().role === role;
      const users = isRead || name === undefined ? await as.list('users/', { per_page: 100 }) : [];
      if (name !== undefined) {
        const [own] = integers(calledSo(users, name));
        if (own !== undefined) return own;
        const found = await as.list('users/', { per_page: 100, q: name });
        return (
          integers(calledSo(found, name))[0] ??
          inconclusive(`users/ does not show the user "${name}"`)
        );
      }
      for (const id of integers(users).slice(0, MOST_TRIED)) {
        const { value } = await as.object(`users/${id}/`);
        if (isObject(value) && Object.hasOwn(value, 'settings')) return id;
      }
      return inconclusive(
        `none of the first ${MOST_TRIED} users is the role ${role}: ${credentialName(role, 'name')} would tell which it is`,
      );
    });
  }

  /** Those that events name, and where these are too few others that are found by trying the first objects. */
  #enough(
    named: readonly number[],
    collection: 'covers' | 'patches',
    what: 'comments' | 'checks',
  ): Promise<readonly number[]> {
    if (named.length >= WANTED) return Promise.resolve(named);
    return this.#search(collection, what, named);
  }

  /**
   * The ids that the newest events name in those of a category, or, where these are too few, the
   * newest of that category: the others are read anyway.
   */
  async #inEvents(category: string, subject: string): Promise<number[]> {
    const found = await this.#idsIn({}, category, subject);
    return found.length >= WANTED ? found : this.#inEventsOf(category, subject);
  }

  #inEventsOf(category: string, subject: string): Promise<number[]> {
    return this.#idsIn({ category }, category, subject);
  }

  /** The ids that events of a category name, the most often named first; none where that cannot be asked. */
  async #idsIn(query: Query, category: string, subject: string): Promise<number[]> {
    try {
      const events = await this.scout.list('events/', { ...query, per_page: 100 });
      const asked = events.filter((event) => at(event, 'category').value === category);
      return mostFrequentFirst(integers(asked.map((event) => at(event, 'payload', subject))));
    } catch (error) {
      if (error instanceof Inconclusive) return [];
      throw error;
    }
  }

  async #search(
    collection: 'covers' | 'patches',
    what: 'comments' | 'checks',
    known: readonly number[],
  ): Promise<number[]> {
    const found = [...known];
    const rows = await this.scout.list(`${collection}/`, { per_page: 100 });
    const candidates = integers(likelyFirst(rows)).slice(0, MOST_TRIED);
    for (const id of candidates) {
      if (found.length >= WANTED) return found;
      if (!found.includes(id) && (await this.#hasRows(`${collection}/${id}/${what}/`)))
        found.push(id);
    }
    if (found.length > 0) return found;
    const looked = candidates.length === 0 ? 'none at all' : `${candidates.length} were looked at`;
    return inconclusive(`no object of ${collection}/ has ${what} (${looked})`);
  }

  async #hasRows(path: string): Promise<boolean> {
    const answer = await this.scout.get(path, { query: { per_page: 100 } });
    return answer.status === 200 && Array.isArray(answer.json) && answer.json.length > 0;
  }
}

/** Patches whose `check` says that checks were made come first. */
function likelyFirst(rows: readonly Seen[]): Seen[] {
  const checked = (row: Seen) =>
    isObject(row.value) && ['success', 'warning', 'fail'].includes(String(row.value.check));
  return [...rows.filter(checked), ...rows.filter((row) => !checked(row))];
}

function calledSo(users: readonly Seen[], name: string): Seen[] {
  return users.filter((user) => at(user, 'username').value === name);
}

/** The `id` of each object that has an integer there. */
function integers(objects: readonly Seen[]): number[] {
  return objects
    .map((object) => at(object, 'id').value)
    .filter((id): id is number => Number.isInteger(id));
}

function mostFrequentFirst(ids: readonly number[]): number[] {
  const times = new Map<number, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].sort(([, a], [, b]) => b - a).map(([id]) => id);
}

function blanks({ value }: Seen): number {
  return isObject(value) ? Object.values(value).filter((each) => each === null).length : 0;
}
