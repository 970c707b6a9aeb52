import { LARGEST_PAGE } from '../specification/limits.js';
import type { Version } from '../specification/versions.js';
import type { Api } from './api.js';
import { TransportError } from './client/transport-error.js';
import { onceMore } from './lost-write.js';
import { Memo, type MemoOf } from './memo.js';
import { accountBySettings, confirmedBySettings } from './own-account.js';
import { checksInEvents, integers, orIfInconclusive, PARENTS, parentsIn } from './parents.js';
import { at, isObject, type Seen } from './place.js';
import type { Role, SignedInRole } from './role.js';
import { whyNoId } from './unusable-id.js';
import { Inconclusive, inconclusive } from './violation.js';

/** How many checks are read. */
const MOST_CHECKS = 3;

const PARENT_IDS = new Memo<number[]>();
const SAMPLED_CHECKS = new Memo<{ patch: number; check: number }[]>();
const PATCH_COMMENT = new Memo<{ parent: number; comment: number }>();
const OWN_ID = new Memo<number>();
const ACCOUNT = new Memo<number | undefined>();

/**
 * The contents of the instance. Ids are the same in every version, so each object is searched for
 * once, in the newest version, and only if a check needs it: anonymously, but the user of a role as
 * that role. If it is not found, the check is inconclusive, with the missing data as the reason.
 */
export class Instance {
  /** Holds what is shared until it is forgotten. */
  #held = {};

  /**
   * `probe` is the newest version offered, `versions` all of them, `names` the usernames of the
   * roles, `others` the roles with other credentials.
   */
  constructor(
    private readonly probe: Api,
    readonly versions: readonly Version[],
    private readonly names: Partial<Record<Role, string>>,
    private readonly others: Partial<Record<Role, readonly Role[]>> = {},
  ) {}

  /** The same instance, of which nothing is known yet. */
  unknown(): Instance {
    return new Instance(this.probe, this.versions, this.names, this.others);
  }

  /** The newest version that the instance offers. */
  get newest(): Version {
    return this.probe.version;
  }

  /** The username of a role, if configured. */
  nameOf(role: Role): string | undefined {
    return this.names[role];
  }

  /** The roles with other credentials than this one. */
  othersOf(role: Role): readonly Role[] {
    return this.others[role] ?? [];
  }

  /**
   * Does a piece of work once and shares its result until `forget`. It is done once more if the answer to one of its
   * writes was lost: many checks may need it.
   */
  once<T>(memo: Memo<T>, of: MemoOf, work: () => Promise<T>): Promise<T> {
    return memo.once(this.#held, of, () => onceMore(work));
  }

  /** Does a piece of work once in a run and shares its result. */
  onceInRun<T>(memo: Memo<T>, of: MemoOf, work: () => Promise<T>): Promise<T> {
    return memo.once(this, of, work);
  }

  /** The result of `onceInRun`, settled or pending; undefined if it was not requested. */
  known<T>(memo: Memo<T>, of: MemoOf): Promise<T> | undefined {
    return memo.known(this, of);
  }

  /** Forgets the results that are not for the whole run. */
  forget(): void {
    this.#held = {};
  }

  /**
   * Ids of cover letters that have comments, up to `wanted`; never empty. The first one has most
   * comments.
   */
  coversWithComments(wanted: 1 | 2 = 1): Promise<number[]> {
    return this.#parents('covers with comments', wanted);
  }

  /** Ids of patches that have comments, likewise. */
  patchesWithComments(wanted: 1 | 2 = 1): Promise<number[]> {
    return this.#parents('patches with comments', wanted);
  }

  /** Ids of patches that have checks, likewise. */
  patchesWithChecks(wanted: 1 | 2 = 1): Promise<number[]> {
    return this.#parents('patches with checks', wanted);
  }

  async #parents(what: keyof typeof PARENTS, wanted: 1 | 2): Promise<number[]> {
    const found = await this.onceInRun(PARENT_IDS, [what], () =>
      parentsIn(this.probe, PARENTS[what]),
    );
    return found.slice(0, wanted);
  }

  /** A check of a patch: the one with the most blank fields. */
  async check(): Promise<{ patch: number; check: number }> {
    const [first] = await this.checks();
    return first ?? inconclusive('no check was found');
  }

  /**
   * Checks of a patch: that one, the newest one, and an older one of its context if there is one. Where no list of
   * checks can be read (docs/verdicts.md B-9), those that events name.
   */
  checks(): Promise<{ patch: number; check: number }[]> {
    return this.onceInRun(SAMPLED_CHECKS, [], async () => {
      const [patch] = await this.patchesWithChecks();
      if (patch === undefined) return inconclusive('no patch with checks was found');
      const path = `patches/${patch}/checks/`;
      const rows = await this.probe
        .list(path, { per_page: LARGEST_PAGE })
        .catch(orIfInconclusive(undefined));
      if (rows === undefined) return (await checksInEvents(this.probe)).slice(0, MOST_CHECKS);
      const [blankest] = [...rows].sort((a, b) => blanks(b) - blanks(a));
      const [newest, ...older] = [...rows].sort((a, b) => idOf(b) - idOf(a));
      const superseded = older.find((row) => contextOf(row) === contextOf(newest));
      const chosen = integers([blankest, newest, superseded].flatMap((row) => row ?? []));
      if (chosen.length === 0) {
        return inconclusive(
          whyNoId(rows, `a check of patch ${patch}`, `patch ${patch} has no check`),
        );
      }
      return [...new Set(chosen)].map((check) => ({ patch, check }));
    });
  }

  /** A comment on a patch, from the list of its comments. */
  patchComment(): Promise<{ parent: number; comment: number }> {
    return this.onceInRun(PATCH_COMMENT, [], async () => {
      const [parent] = await this.patchesWithComments();
      if (parent === undefined) return inconclusive('no patch with comments was found');
      const rows = await this.probe.list(`patches/${parent}/comments/`, {
        per_page: LARGEST_PAGE,
      });
      const [comment] = integers(rows);
      if (comment === undefined) {
        return inconclusive(
          whyNoId(rows, `a comment on patch ${parent}`, `patch ${parent} has no comment`),
        );
      }
      return { parent, comment };
    });
  }

  /**
   * The id of the user of a role: found by username or, if only a token is configured, the only
   * user whose detail has `settings` for this role and for no other (docs/api.md, "User
   * (embedded form)").
   */
  ownId(role: SignedInRole): Promise<number> {
    return this.onceInRun(OWN_ID, [role], async () => {
      const as = this.probe.as(role);
      const name = this.names[role];
      if (name === undefined) return this.bySettings(role);
      // The first authenticated role has read the list without a search already.
      const isRead = this.probe.signedIn().role === role;
      const users = isRead ? await as.list('users/', { per_page: LARGEST_PAGE }) : [];
      const [listed] = integers(calledSo(users, name));
      const own = listed ?? (await this.#searched(as, name));
      const all = () => as.list('users/', { per_page: LARGEST_PAGE });
      return confirmedBySettings(this.probe, all, role, own, this.#contrasts(role));
    });
  }

  /**
   * The user whose settings are visible to a role and to no other. Inconclusive if there is none.
   */
  async bySettings(role: SignedInRole): Promise<number> {
    const users = await this.probe.as(role).list('users/', { per_page: LARGEST_PAGE });
    return accountBySettings(this.probe, users, role, this.#contrasts(role));
  }

  /**
   * The user whose account two roles are, told by their usernames or, without these, by the settings that they see;
   * undefined if they are two, or that is not known.
   */
  async sameAccount(one: SignedInRole, other: SignedInRole): Promise<number | undefined> {
    const [name, another] = [this.names[one], this.names[other]];
    if (name !== undefined && another !== undefined && name !== another) return undefined;
    const [id, same] = [await this.#accountOf(one), await this.#accountOf(other)];
    return id === same ? id : undefined;
  }

  /** Inconclusive if two roles are one account: then nothing shows what another user may not do. */
  async expectApart(one: SignedInRole, other: SignedInRole): Promise<void> {
    const areAlike = this.others[one]?.includes(other) === false && other in this.others;
    const id = areAlike ? undefined : await this.sameAccount(one, other);
    if (id === undefined && !areAlike) return;
    const whose = areAlike ? 'the same credentials' : `user ${id}`;
    const says = `the roles ${one} and ${other} are one account (${whose}), but this needs two`;
    inconclusive(says, 'role-rejected', { role: one });
  }

  /** The user that a role appears to be, also if another role appears to be the same; undefined if unknown. */
  #accountOf(role: SignedInRole): Promise<number | undefined> {
    return this.onceInRun(ACCOUNT, [role], async () => {
      try {
        if (this.names[role] !== undefined) return await this.ownId(role);
        const users = await this.probe.as(role).list('users/', { per_page: LARGEST_PAGE });
        return await accountBySettings(this.probe, users, role, []);
      } catch (error) {
        if (error instanceof Inconclusive || error instanceof TransportError) return undefined;
        throw error;
      }
    });
  }

  async #searched(as: Api, name: string): Promise<number> {
    const found = await as.list('users/', { per_page: LARGEST_PAGE, q: name });
    const own = calledSo(found, name);
    const missing = `users/ does not list the user "${name}"`;
    return integers(own)[0] ?? inconclusive(whyNoId(own, `the user "${name}"`, missing));
  }

  /** Other accounts prove more than anonymous callers, who can usually read no user. */
  #contrasts(role: Role): readonly Role[] {
    const others = this.othersOf(role);
    return others.length > 0 ? others : ['anonymous'];
  }
}

function calledSo(users: readonly Seen[], name: string): Seen[] {
  return users.filter((user) => at(user, 'username').value === name);
}

function idOf(row: Seen): number {
  return Number(at(row, 'id').value);
}

function contextOf(check: Seen | undefined): unknown {
  return check && at(check, 'context').value;
}

function blanks({ value }: Seen): number {
  return isObject(value) ? Object.values(value).filter((each) => each === null).length : 0;
}
