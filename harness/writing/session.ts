import type { Version } from '../../specification/versions.js';
import { Api } from '../api.js';
import { type Answer, header } from '../client/answer.js';
import type { Client } from '../client/client.js';
import { PermittedWrites } from '../client/permitted-writes.js';
import type { Instance } from '../instance.js';
import { Journal } from '../journal.js';
import type { CreatingEntry } from '../journal-entry.js';
import type { Role } from '../role.js';
import type { WriteSettings } from '../settings.js';
import { type AnsweredWithAnother, Inconclusive, inconclusive } from '../violation.js';
import type { KnownState } from './known-state.js';
import { idOf, rowsOf, Unreadable } from './own-rows.js';
import { findTargets, permitTargets, type Targets, targetEntry } from './targets.js';
import { markerOf } from './temporary-values.js';

/** The configuration of the write phase for the worker: plain data. */
export interface WriteConfig extends WriteSettings {
  /** The id of the run, which is part of the names of created objects. */
  run: string;
  seed: number;
  project?: string;
  hazardous?: boolean;
}

/** The state that write requirements share. */
export class WriteSession {
  readonly permitted = new PermittedWrites();
  readonly journal: Journal;
  /** The objects whose originals are in the journal, as this run left them. */
  readonly states = new Map<string, KnownState>();
  /** The objects that another client was seen to change. */
  readonly conflicts = new Map<string, Inconclusive>();
  #targets: Targets | undefined;
  readonly #known = new Map<string, Set<number>>();
  #named = 0;
  #made = 0;

  constructor(
    readonly client: Client,
    readonly instance: Instance,
    readonly roles: readonly Role[],
    readonly config: WriteConfig,
  ) {
    this.journal = Journal.open(config.journal);
    client.permit(this.permitted);
  }

  /**
   * The role that creates checks: `ci` once the maintainer was refused (docs/verdicts.md B-27).
   */
  checksAs: 'maintainer' | 'ci' = 'maintainer';
  /** The objects created by the run: `bundle 7`, `check 12`. */
  readonly made = new Map<string, Version>();
  /** The paths verified to be those of writable objects. */
  readonly proven = new Set<string>();
  /** Paths at which another object was written, or may have been. */
  readonly strayed = new Map<string, AnsweredWithAnother>();
  readonly #names = new Map<string, unknown[]>();
  /** The bundles of the run, and the roles that created them. */
  readonly #bundles = new Map<number, Role>();

  /** An API of a version without evidence. */
  reader(version: Version, role: Role): Api {
    return new Api(version, role, this.client, new Set(), role);
  }

  /** Reads a path now: a response is shared only if it is the last one, and later than `after`. */
  async readNow(version: Version, role: Role, path: string, after: number): Promise<Answer> {
    const reader = this.reader(version, role);
    const answer = await reader.get(path);
    const isNew = answer.exchange > after && answer.exchange === this.client.lastExchange;
    if (isNew) return answer;
    this.client.forgetReads();
    return reader.get(path);
  }

  /** Finds the writable objects, once, and permits writes to them. */
  prepare(): Promise<Targets> {
    return this.instance.once('what may be written to', async () => {
      const newest = this.reader(this.instance.newest, 'anonymous');
      const { project } = this.config;
      const found = await findTargets(newest, this.instance, this.roles, project);
      const targets = { ...found, project: this.#keepable(found.project) };
      const entry = targetEntry(targets);
      this.journal.append(entry);
      permitTargets(this.permitted, entry);
      this.#targets = targets;
      return targets;
    });
  }

  /** The instance may return credentials, which must not be stored in a journal. */
  #keepable(project: Targets['project']): Targets['project'] {
    const name = 'value' in project ? project.value.link_name : '';
    if (!this.client.redaction.holdsSecret(name)) return project;
    const why = 'the link_name of the project contains credentials, which are not stored';
    return { missing: new Inconclusive(why) };
  }

  /** The writable objects; `prepare` must have been called. */
  get targets(): Targets {
    if (this.#targets === undefined) throw new Error('the writable objects were not determined');
    return this.#targets;
  }

  /** The part of names and contexts that distinguishes this run from others. */
  get marker(): string {
    return markerOf(this.config.run);
  }

  /** A unique name of at most 50 characters. */
  freshName(): string {
    this.#named += 1;
    return `${this.marker}-${this.#named}`;
  }

  /** Records the response to a POST: the object in it was created by this run. */
  noteMade(entry: CreatingEntry, answer: Answer): void {
    const id = idOf(answer.json);
    if (answer.status >= 400 || id === undefined) {
      // A refusal created nothing; in other cases restoring searches for the object.
      if (answer.status >= 400 && answer.status < 500) {
        this.journal.note({ entry: 'refused', n: entry.n });
      }
      return;
    }
    // An id that existed before belongs to another user, whatever the response says.
    if (this.isNew(entry, id)) this.madeIt(entry, id);
  }

  /** Whether an id is new, and not that of another object of the run. */
  isNew({ kind, collection, role }: CreatingEntry, id: number): boolean {
    return !this.#known.get(`${collection} ${role}`)?.has(id) && !this.made.has(`${kind} ${id}`);
  }

  /**
   * Whether an id is higher than all earlier ones in a collection, because a list may have omitted
   * one.
   */
  isLaterThanKnown(collection: string, id: number): boolean {
    const lists = [...this.#known].filter(([key]) => key.startsWith(`${collection} `));
    return lists.every(([, ids]) => [...ids].every((each) => each < id));
  }

  /**
   * Saves, once in a run, the ids that a role sees in a collection, to identify new ones.
   * Inconclusive if it cannot be read.
   */
  async keepKnown(collection: string, { version, role }: Api): Promise<void> {
    const key = `${collection} ${role}`;
    if (this.#known.has(key)) return;
    const ids = role === 'anonymous' ? [] : await this.#idsOf(collection, version, role);
    this.journal.append({ entry: 'known', collection, role, ids });
    this.#known.set(key, new Set(ids));
  }

  async #idsOf(collection: string, version: Version, role: Role): Promise<number[]> {
    const user = this.targets.users[role];
    const own = user && 'value' in user ? user.value : undefined;
    try {
      const rows = await rowsOf(this.reader(version, role), collection, own);
      return rows.flatMap((row) => idOf(row) ?? []);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      return inconclusive(
        `${error.message}, so nothing was created: it could not have been identified`,
      );
    }
  }

  /** Records an object created by the run. */
  madeIt({ n, kind, version, role, values }: CreatingEntry, id: number): void {
    this.journal.note({ entry: 'created', n, id });
    this.made.set(`${kind} ${id}`, version);
    if (kind !== 'bundle') return;
    this.permitted.allowBundle(id);
    this.#bundles.set(id, role);
    if (values.name !== undefined) this.namesAt(`bundles/${id}`).push(values.name);
  }

  /** Ids of the bundles that the run created as a role. */
  bundlesOf(role: Role): number[] {
    return [...this.#bundles].filter(([, maker]) => maker === role).map(([id]) => id);
  }

  /** The role that created a bundle of the run, and can read it. */
  makerOf(id: number): Role {
    const role = this.#bundles.get(id) ?? 'user';
    return role === 'anonymous' ? 'user' : role;
  }

  /**
   * The identifying names that an object at a path may have: as first seen, and as sent by the run.
   */
  namesAt(path: string): unknown[] {
    const names = this.#names.get(path) ?? [];
    this.#names.set(path, names);
    return names;
  }

  /** The first authenticated role. */
  get signedIn(): Role {
    return this.roles.find((role) => role !== 'anonymous') ?? 'anonymous';
  }

  /**
   * Whether the instance offers DELETE of bundles, according to its Allow header (requested once).
   */
  async deletes(api: Api): Promise<boolean> {
    const [first] = [...this.made.keys()].filter((each) => each.startsWith('bundle '));
    const id = first?.split(' ')[1];
    if (id === undefined) return true;
    return this.instance.once(`DELETE in ${api.version}`, async () => {
      const path = `bundles/${id}/`;
      const reader = this.reader(api.version, 'user');
      const answer = await reader.get(path, { method: 'OPTIONS' });
      return (header(answer, 'allow') ?? '').split(/, */).includes('DELETE');
    });
  }

  /** Counts created objects. */
  nextMade(): number {
    this.#made += 1;
    return this.#made;
  }

  close(): void {
    this.journal.close();
  }
}
