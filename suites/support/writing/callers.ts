import type { CheckContext } from '../../../harness/check-context.js';
import { Memo } from '../../../harness/memo.js';
import type { Role, Scheme } from '../../../harness/role.js';
import { Inconclusive } from '../../../harness/violation.js';
import { readable } from '../readable.js';

/** A caller that must not write an object, and the methods that it tries. */
export interface UnauthorizedCaller {
  /** The end of the ids of its requirements: `other` of `user.update.other`. */
  id: string;
  role: Role;
  methods: readonly ('POST' | 'PATCH' | 'PUT')[];
  /** In words: "another user". */
  who: string;
  /** The allowed statuses if the existence of the object must not leak; by default any 4xx. */
  statuses?: readonly number[];
  /** The state of the object during the attempt; by default any. */
  when?: Circumstance;
  /** Throws an Inconclusive if the role may have a right to the object after all. */
  expectUninvolved?(context: CheckContext): void;
}

/** A state of an object, and how to produce it. */
export interface Circumstance {
  /** In words: "public". */
  state: string;
  bringAbout(context: CheckContext): Promise<unknown>;
}

/** Another user, without a right to the object. */
export const OTHER: UnauthorizedCaller = {
  id: 'other',
  role: 'other',
  who: 'another user',
  methods: ['PATCH', 'PUT'],
};

/** A caller without credentials. */
export const ANONYMOUS: UnauthorizedCaller = {
  id: 'anonymous',
  role: 'anonymous',
  who: 'an unauthenticated caller',
  methods: ['PATCH', 'PUT'],
};

/** The state of the object, as a prefix of its name. */
export function stateOf({ when }: UnauthorizedCaller): string {
  return when === undefined ? '' : `${when.state} `;
}

/** Whether a function returns without an Inconclusive. */
export function isPossible(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Inconclusive) return false;
    throw error;
  }
}

/** Whether the run has credentials for a role. */
export function canSignIn({ write }: CheckContext, role: Role): boolean {
  return role === 'anonymous' || isPossible(() => write.ownId(role));
}

const SCHEMES = new Memo<readonly (Scheme | undefined)[]>();

/**
 * The schemes by which a role signs in: those that it has credentials for, and that let it read the
 * users, so that a refused write is not a matter of the credentials. By default the usual one.
 */
export async function schemesOf(
  { api, instance }: CheckContext,
  role: Role,
): Promise<readonly (Scheme | undefined)[]> {
  if (role === 'anonymous') return [undefined];
  return instance.once(SCHEMES, [role, api.version], async () => {
    const schemes: Scheme[] = [];
    for (const scheme of ['token', 'basic'] as const) {
      const query = { per_page: 1 };
      // Empty if the role has no such credentials.
      const [answer] = await readable(async () => [
        await api.unnoted().as(role).get('users/', { query, scheme }),
      ]);
      if (answer?.status === 200) schemes.push(scheme);
    }
    return schemes.length > 0 ? schemes : [undefined];
  });
}
