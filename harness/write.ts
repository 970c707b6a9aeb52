import type { Api } from './api.js';
import type { Answer } from './client/answer.js';
import { named } from './client/answer.js';
import type { Body } from './client/body.js';
import type { WriteMethod } from './client/permitted-writes.js';
import { isObject } from './place.js';
import type { SignedInRole } from './role.js';
import { inconclusive, type Mismatch } from './violation.js';
import { awaited } from './writing/awaited.js';
import type { OwnComment } from './writing/comment-target.js';
import { idOf } from './writing/own-rows.js';
import { prepareObject, sendWrite } from './writing/sending.js';
import { type Wanted, WriteSession } from './writing/session.js';
import { type OwnProject, take } from './writing/targets.js';
import { turnIn } from './writing/temporary-values.js';
import { sendUnchanged } from './writing/unchanged.js';
import type { Change } from './writing/values.js';

export type { Body } from './client/body.js';
export { UNKNOWN_ID, UNKNOWN_KEY, type WriteMethod } from './client/permitted-writes.js';
export type { OwnComment } from './writing/comment-target.js';
export { MOST_CHECKS, MOST_KEPT, MOST_KEPT_BUNDLES } from './writing/creating.js';
export type { OwnProject } from './writing/targets.js';

/** A bundle created by this run; it is deleted at the end. */
export interface OwnBundle {
  id: number;
  /** Relative to `/api/{v}/`: `bundles/7/`. */
  path: string;
  name: string;
  /** In the order sent. */
  patches: number[];
  public: boolean;
}

/**
 * Writes for checks: requirements that write run one after the other, after all reads.
 */
export class Write extends WriteSession {
  /**
   * Sends one write in the version and role of `api`, to a path relative to `/api/{v}/`, by its token
   * unless another scheme is given, and returns any response, once reads show what was written.
   * Original values are saved first; redirects are not followed. A public bundle needs a `name` of the
   * run, and has to be removed or made private at once. Throws a TransportError if the response was
   * lost, an Inconclusive if the object could not be restored or too many objects would remain, and a
   * ForbiddenWrite, a suite error, for what a run may not write.
   */
  send(
    api: Api,
    method: WriteMethod,
    path: string,
    body: Body,
    {
      scheme,
      authorization,
      createsNothing,
    }: Pick<Wanted, 'scheme' | 'authorization' | 'createsNothing'> = {},
  ): Promise<Answer> {
    return sendWrite(this, api, { method, path, body, scheme, authorization, createsNothing });
  }

  /**
   * Saves an object that is to be changed, and finds out whether it can be put back, which may be a write. To be
   * called before what is compared with it afterwards is read. Throws as `send` does.
   */
  async ready(api: Api, path: string): Promise<void> {
    await prepareObject(this, api, path);
  }

  /** Looks for what a write causes, which may come later: see `awaited`. */
  awaited<T>(what: string, look: () => Promise<T>, isFound: (found: T) => boolean): Promise<T> {
    return awaited(this, what, look, isFound);
  }

  /** The changes that this run has made to a field of an object, in their order, those not noticed left out. */
  changesOf(object: string, field: string): readonly Change[] {
    const { changes = [] } = this.originals.get(this.permitted.objectAt(object)) ?? {};
    return changes.filter((each) => each.field === field);
  }

  /**
   * What was wrong with the PATCH of the present values of an object, where a PUT puts them back, of a kind of
   * mismatch. It was sent in the newest version, and is no evidence for others.
   */
  failedPatch({ version }: Api, path: string, kind: Mismatch['kind']): Mismatch | undefined {
    const { patchMismatch } = this.originals.get(this.permitted.objectAt(path)) ?? {};
    const isOfVersion = version === this.instance.newest;
    return isOfVersion && patchMismatch?.kind === kind ? patchMismatch : undefined;
  }

  /**
   * Creates a bundle as `user`, in the version of `api`: private unless `public` is given, with one
   * patch unless `patches` are. Inconclusive if that fails, which has a requirement of its own.
   */
  async bundle(
    api: Api,
    values: { name?: string; public?: boolean; patches?: readonly number[] } = {},
  ): Promise<OwnBundle> {
    const owner = api.as('user');
    const name = values.name ?? this.name();
    const patches = [...(values.patches ?? this.patches().slice(0, 1))];
    const json = { name, public: false, patches };
    const made = await this.send(owner, 'POST', 'bundles/', { json });
    const id = idOf(made.json);
    if (made.status >= 300 || id === undefined) {
      return inconclusive(
        `no bundle could be created: ${named(made)} returned ${made.status}`,
        'failed-write',
        { requirement: 'bundle.create' },
      );
    }
    const path = `bundles/${id}/`;
    if (values.public !== true) return { id, path, name, patches, public: false };
    const shown = await this.send(owner, 'PATCH', path, { json: { public: true } });
    if (shown.status >= 300 || !isObject(shown.json) || shown.json.public !== true) {
      return inconclusive(
        `no bundle could be made public: ${named(shown)} returned ${shown.status}`,
        'failed-write',
        { requirement: 'bundle.update.public' },
      );
    }
    return { id, path, name, patches, public: true };
  }

  /** The path of a bundle that this run leaves in a version, where the instance deletes none. */
  leftBundle({ version }: Api): string | undefined {
    if (this.deletesBundles()) return undefined;
    const left = this.made.find(
      ({ kind, version: of, values }) =>
        kind === 'bundle' && of === version && turnIn(values.name) === undefined,
    );
    return left && `bundles/${left.id}/`;
  }

  /** Whether the instance deletes bundles: tried once, before the first check that writes. */
  deletesBundles(): boolean {
    return this.mostBundles === undefined;
  }

  /** The response to the DELETE that was tried, after which the bundle is still returned. */
  failedDelete(): Answer | undefined {
    return this.undeleted?.answer;
  }

  /** The same, if it was accepted. */
  ignoredDelete(): Answer | undefined {
    const answer = this.failedDelete();
    return answer !== undefined && answer.status < 300 ? answer : undefined;
  }

  /** The patch that may be changed: `patches/{id}/`. Inconclusive if there is none. */
  patch(): number {
    const [first] = take(this.targets.patches);
    return first ?? inconclusive('the project has no patch');
  }

  /**
   * The patches to which checks may be added, up to five, that of `patch()` first:
   * `patches/{id}/checks/`. Inconclusive if there is none.
   */
  checkPatches(): readonly number[] {
    return take(this.targets.patches);
  }

  /**
   * Ids of patches of one project, up to five, ascending, for bundles. Inconclusive if there is
   * none.
   */
  patches(): number[] {
    return [...take(this.targets.patches)].sort((a, b) => a - b);
  }

  /**
   * The comment that may be marked: `patches/{patch}/comments/{comment}/`. Inconclusive if there is
   * none.
   */
  comment(): OwnComment {
    return take(this.targets.comment);
  }

  /**
   * Throws an Inconclusive if the role `other` is the sender or delegate of the patch or comment
   * that may be written: docs/api.md does not say what it may do then.
   */
  expectUninvolved(to: 'patch' | 'comment'): void {
    if (!this.targets.isInvolved[to]) return;
    const sent = to === 'patch' ? 'each patch' : 'each comment, or its patch,';
    inconclusive(`the role other sent ${sent} that was tried, or is its delegate`);
  }

  /** The project that may be changed: `projects/{id}/`. Inconclusive if there is none. */
  project(): OwnProject {
    return take(this.targets.project);
  }

  /** The project that the maintainer does not maintain. Inconclusive if there is none. */
  otherProject(): OwnProject {
    return take(this.targets.otherProject);
  }

  /** A comment on a patch of that project. Inconclusive if there is none. */
  otherComment(): OwnComment {
    return take(this.targets.otherComment);
  }

  /** Sends that project or comment its own values; throws as `sendUnchanged` does. */
  sendUnchanged(api: Api, method: 'PATCH' | 'PUT', object: string): Promise<Answer> {
    return sendUnchanged(this, api, method, object);
  }

  /** The id of the user of a role. Inconclusive if unknown. */
  ownId(role: SignedInRole): number {
    return take(this.targets.users[role]);
  }

  /** The role that creates checks: `ci` if a maintainer is refused. */
  checker(): SignedInRole {
    return this.checksAs;
  }
}

/** What a requirement gets that does not need `writes`: any use of it is a suite error. */
export function noWrites({ id }: { id: string }): Write {
  return new Proxy({} as Write, {
    get() {
      throw new Error(`${id} writes, but its needs do not include writes`);
    },
  });
}
