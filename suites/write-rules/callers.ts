import type { CheckContext } from '../../harness/check-context.js';
import type { Role } from '../../harness/role.js';
import { Inconclusive } from '../../harness/violation.js';

/** A caller that must not write an object, and the methods by which it tries. */
export interface UnauthorizedCaller {
  role: Role;
  methods: readonly ('PATCH' | 'PUT')[];
  /** In words: "another user". */
  who: string;
  /** What may be answered where the object must not be given away; any refusal (4xx) unless given. */
  statuses?: readonly number[];
  /** The state that the object is in when it is tried; whatever it is in unless given. */
  when?: Circumstance;
  /** Throws an Inconclusive where the role may have a right to the object after all. */
  expectUninvolved?(context: CheckContext): void;
}

/** A state of an object, and what brings it about. */
export interface Circumstance {
  /** In words: "public". */
  state: string;
  bringAbout(context: CheckContext): Promise<unknown>;
}

/** Another user, who has no right to the object. */
export const OTHER: UnauthorizedCaller = {
  role: 'other',
  who: 'another user',
  methods: ['PATCH', 'PUT'],
};

/** A caller without credentials. */
export const ANONYMOUS: UnauthorizedCaller = {
  role: 'anonymous',
  who: 'a caller that does not sign in',
  methods: ['PATCH'],
};

/** The state that the object is in, to be put before its name. */
export function stateOf({ when }: UnauthorizedCaller): string {
  return when === undefined ? '' : `${when.state} `;
}

/** Whether some work is possible: false where it throws an Inconclusive. */
export function isPossible(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (error instanceof Inconclusive) return false;
    throw error;
  }
}

/** Whether the run is known to have credentials for a role. */
export function canSignIn({ write }: CheckContext, role: Role): boolean {
  return role === 'anonymous' || isPossible(() => write.ownId(role));
}
