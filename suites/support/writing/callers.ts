import type { CheckContext } from '../../../harness/check-context.js';
import type { Role } from '../../../harness/role.js';
import { Inconclusive } from '../../../harness/violation.js';

/** A caller that must not write an object, and the methods that it tries. */
export interface UnauthorizedCaller {
  role: Role;
  methods: readonly ('PATCH' | 'PUT')[];
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
  role: 'other',
  who: 'another user',
  methods: ['PATCH', 'PUT'],
};

/** A caller without credentials. */
export const ANONYMOUS: UnauthorizedCaller = {
  role: 'anonymous',
  who: 'an unauthenticated caller',
  methods: ['PATCH'],
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
