import { CHECKS_LISTED_SINCE, since, type Version } from '../../specification/versions.js';
import { Api } from '../api.js';
import type { Answer } from '../client/answer.js';
import type { Body } from '../client/body.js';
import type { Client } from '../client/client.js';
import { PermittedWrites, type WriteMethod } from '../client/permitted-writes.js';
import type { Write } from '../client/request.js';
import type { Instance } from '../instance.js';
import type { Journal } from '../journal.js';
import type { JournalEntry } from '../journal-entry.js';
import type { JsonObject } from '../place.js';
import type { Role, Scheme, SignedInRole } from '../role.js';
import { WRITE_WAITS, type WriteSettings, type WriteWaits } from '../settings.js';
import { Inconclusive } from '../violation.js';
import { idOf, rowsOf } from './own-rows.js';
import type { Remains } from './remove-bundle.js';
import { serverTime } from './server-time.js';
import { findTargets, permitTargets, type Targets, targetEntry } from './targets.js';
import { markerOf, wordOf } from './temporary-values.js';
import { type Original, valuesOf, withoutSecrets } from './values.js';

/** The configuration of the write phase for the worker: plain data. */
export interface WriteConfig extends WriteSettings {
  project?: string;
  otherProject?: string;
  hazardous?: boolean;
}

/** A write of a check; `path` is relative to `/api/{v}/`. */
export interface Wanted {
  method: WriteMethod;
  path: string;
  body: Body;
  /** The authentication scheme; by default the token if there is one. */
  scheme?: Scheme;
  /** Sent as `Authorization` instead of the credentials of the role. */
  authorization?: string;
  /** Whether it is a POST that must create nothing: it is sent although as many objects remain as may. */
  createsNothing?: boolean;
}

/** An object that the run created. */
export interface Made {
  kind: 'bundle' | 'check';
  id: number;
  version: Version;
  /** The role that created it, and can read it. */
  role: Role;
  values: Record<string, unknown>;
}

/** The state that write requirements share. */
export class WriteSession {
  readonly permitted: PermittedWrites;
  readonly waits: WriteWaits;
  /** The objects that are in the journal as they were before. */
  readonly originals = new Map<string, Original>();
  /** The objects created by the run. */
  readonly made: Made[] = [];
  /** The writes whose responses were lost, and which may arrive at any time: the values that they sent. */
  readonly unanswered: { object: string; method: WriteMethod; values: unknown[] }[] = [];
  /** The versions of checks that the run may have created, and that cannot be identified: they count, too. */
  readonly unidentified: Version[] = [];
  /** The collections and versions in which a POST that must create nothing made an object, or may have. */
  readonly unduly = new Set<string>();
  /** The paths verified to be those of writable objects, and accounts. */
  readonly proven = new Set<string>();
  /** The bundles of the run that a write has deleted: their ids may be used again. */
  readonly deleted = new Set<string>();
  /** Paths at which another object was written, or may have been. */
  readonly strayed = new Map<string, Inconclusive>();
  /** What was waited for in vain after a write, by name. */
  readonly inVain = new Set<string>();
  /** The owners of the bundles that the run created as its markers. */
  readonly owners = new Map<Role, number>();
  /** What a user should know about the writes of this run. */
  readonly notes: string[] = [];
  /** Settled once the run may write. */
  prepared: Promise<void> | undefined;
  /** Settled once the role `ci` may write, too. */
  turnAsCi: Promise<void> | undefined;
  /** Called with a sentence when the run waits until another one has written, and when its journal is lost. */
  onWaiting: (sentence: string) => void = () => {};
  /** When the run began to write, by the clock that nobody sets and by that which goes on while a machine sleeps. */
  beganAt: { steady: number; wall: number } | undefined;
  /** The same by the clock of the instance; undefined if it does not tell it. */
  since: Date | undefined;
  /** How long reads lag behind writes, in milliseconds. */
  lagMs = 0;
  /** The most bundles of one version that may remain; undefined where DELETE works. */
  mostBundles: number | undefined;
  /** The responses to methods that are refused before they reach the API. */
  readonly turnedAway = new Map<WriteMethod, Answer>();
  /** The bundle that was deleted to find that out; where it remains, it is not one of these. */
  triedOut: Made | undefined;
  /** What remained of it. */
  undeleted: Remains | undefined;
  /** The role that creates checks: `ci` once the maintainer was refused (docs/verdicts.md B-27). */
  checksAs: 'maintainer' | 'ci' = 'maintainer';
  #targets: Targets | undefined;
  readonly #known = new Map<string, Set<number>>();
  readonly #names = new Map<string, unknown[]>();
  #named = 0;
  #writes = 0;

  constructor(
    readonly client: Client,
    readonly instance: Instance,
    readonly roles: readonly SignedInRole[],
    readonly config: WriteConfig,
    readonly journal: Journal,
  ) {
    this.journal.onLost = (sentence) => this.onWaiting(sentence);
    this.permitted = new PermittedWrites(this.marker);
    this.waits = { ...WRITE_WAITS, ...config.waits };
    client.permit(this.permitted);
  }

  /** An API of a version without evidence. */
  reader(version: Version, role: Role): Api {
    return new Api(version, role, this.client);
  }

  /** Who lists a collection as a caller does: checks need not be listed before a version. */
  lister(collection: string, api: Api): Api {
    const mayLack = collection !== 'bundles' && !since(CHECKS_LISTED_SINCE).includes(api.version);
    return mayLack ? api.in(this.instance.newest) : api;
  }

  /** Finds the writable objects, and permits writes to them. */
  async findTargets(): Promise<void> {
    const newest = this.reader(this.instance.newest, 'anonymous');
    const found = await findTargets(newest, this.instance, this.roles, this.config);
    const targets = { ...found, project: this.#keepable(found.project) };
    const since = await serverTime(newest, this.look());
    const entry = { ...targetEntry(targets), since: since?.toISOString() };
    this.journal.append(entry);
    permitTargets(this.permitted, entry);
    this.#targets = targets;
  }

  /** The instance may return credentials, which must not be stored in a journal. */
  #keepable(project: Targets['project']): Targets['project'] {
    const name = 'value' in project ? project.value.link_name : '';
    if (!this.client.redaction.holdsSecret(name)) return project;
    const why = 'the link_name of the project contains credentials, which are not stored';
    return { missing: new Inconclusive(why, 'not-written') };
  }

  /** The writable objects; `findTargets` must have been called. */
  get targets(): Targets {
    if (this.#targets === undefined) throw new Error('the writable objects were not determined');
    return this.#targets;
  }

  /** The user of a role; undefined if unknown. */
  userOf(role: Role): number | undefined {
    const user = this.targets.users[role];
    return user !== undefined && 'value' in user ? user.value : undefined;
  }

  /** The mark in every text of this run, which distinguishes it from others: `conformance-1f2e3d4c`. */
  get marker(): string {
    return markerOf(this.config.run);
  }

  /** The same in letters only. */
  get word(): string {
    return wordOf(this.config.run);
  }

  /** A unique name of at most 50 characters that begins with the marker of the run. */
  name(): string {
    this.#named += 1;
    return `${this.marker}-${this.#named}`;
  }

  /** Sends a write that was saved before, and waits until reads show it. */
  async sendSaved(
    api: Api,
    { path, ...wanted }: Wanted,
    hooks: Pick<Write, 'beforeSending' | 'didNotArrive'>,
  ): Promise<Answer> {
    const request = { ...wanted, ...hooks, role: api.role, path: api.path(path) };
    const answer = await this.client.write(request);
    api.note(answer);
    await this.untilShown();
    return answer;
  }

  /** Waits until reads show a write that was sent before. */
  async untilShown(): Promise<void> {
    if (this.lagMs > 0) await this.client.limiter.pause(this.lagMs);
  }

  /** The number of the next write. */
  nextWrite(): number {
    this.#writes += 1;
    return this.#writes;
  }

  /** A value for a query that was not sent before, so that no cached response is returned. */
  look(): string {
    return `${this.config.run}-${this.nextWrite()}`;
  }

  /**
   * Saves what a role has in a collection, to identify later what is new or changed; once in a run,
   * unless `isAgain`. Throws an Unreadable if it cannot be read.
   */
  async keepKnown(collection: string, api: Api, isAgain = false): Promise<JsonObject[]> {
    const { version, role } = api;
    const key = `${collection} ${role}`;
    if (this.#known.has(key) && !isAgain) return [];
    this.client.forgetReads();
    const reader = this.reader(version, role);
    const rows = role === 'anonymous' ? [] : await rowsOf(reader, collection, this.userOf(role));
    const known = rows.flatMap((row) => {
      const id = idOf(row);
      if (id === undefined) return [];
      if (collection !== 'bundles') return [{ id }];
      const { name, patches } = row;
      const values = valuesOf(`bundles/${id}`, { name, public: row.public, patches });
      return [{ id, values: withoutSecrets(values, this.client.redaction) }];
    });
    this.journal.append({ entry: 'known', collection, version, role, rows: known });
    this.#known.set(key, new Set([...(this.#known.get(key) ?? []), ...known.map(({ id }) => id)]));
    return rows;
  }

  /** Whether an id is new, and not that of another object of the run. */
  isNew({ kind, collection, role }: JournalEntry<'creating'>, id: number): boolean {
    const isMade = this.made.some((each) => each.kind === kind && each.id === id);
    // A POST without credentials may name an object of anybody.
    const lists = [...this.#known].filter(
      ([key]) =>
        key === `${collection} ${role}` ||
        (role === 'anonymous' && key.startsWith(`${collection} `)),
    );
    return !isMade && !lists.some(([, ids]) => ids.has(id));
  }

  /** The role that can read a bundle of the run. */
  makerOf(id: number): Role {
    return this.made.find((each) => each.kind === 'bundle' && each.id === id)?.role ?? 'user';
  }

  /** The identifying names that an object at a path may have: as first seen, and as sent by the run. */
  namesAt(path: string): unknown[] {
    const names = this.#names.get(path) ?? [];
    this.#names.set(path, names);
    return names;
  }

  /** The first authenticated role. */
  get signedIn(): Role {
    return this.roles[0] ?? 'anonymous';
  }

  close(): void {
    this.journal.close();
  }
}
