import type { CheckContext } from '../../harness/check-context.js';
import type { Requirement } from '../../harness/requirement.js';
import type { Role } from '../../harness/role.js';

/** Who must not write an object, and by which methods it is tried. */
export interface Stranger {
  role: Role;
  methods: readonly ('PATCH' | 'PUT')[];
  /** In words: "another user". */
  who: string;
  /** What may be answered where the object must not be given away; any refusal (4xx) unless given. */
  statuses?: readonly number[];
  /** The state that the object is in when it is tried; whatever it is in unless given. */
  when?: Circumstance;
  /** Whether the role is a stranger to the object at all: inconclusive if not. */
  isOne?(context: CheckContext): void;
}

/** A state of an object, and what brings it about. */
export interface Circumstance {
  /** In words: "public". */
  state: string;
  bringAbout(context: CheckContext): Promise<unknown>;
}

/** Somebody who signs in and has no right to it. */
export function stranger(role: Role, who: string, ...methods: Stranger['methods']): Stranger {
  return { role, who, methods };
}

/** Another user, who has no right to it. */
export const OTHER = stranger('other', 'another user', 'PATCH', 'PUT');

/** Nobody in particular. */
export const NOBODY: Stranger = stranger('anonymous', 'a caller that does not sign in', 'PATCH');

/** What a requirement about a stranger needs. */
export function needsOf({ role }: Stranger): Requirement['needs'] {
  return role === 'anonymous' ? [] : [role];
}

/** The state that the object is in, to be put before its name. */
export function stateOf({ when }: Stranger): string {
  return when === undefined ? '' : `${when.state} `;
}
