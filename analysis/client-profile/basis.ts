import type { Said } from './answer.js';

/** How a report determines whether a need is met. */
export type Basis =
  /** All of these requirements of the version must hold. */
  | { by: 'requirements'; ids: readonly string[] }
  /** All objects must have the field. */
  | { by: 'field'; resource: string; form: string; field: string }
  /** An observation of unspecified behaviour; `tell` evaluates it. */
  | { by: 'observation'; requirement: string; tell(observed: unknown): Said };

/** A basis of requirements. */
export function resting(...ids: string[]): Basis[] {
  return [{ by: 'requirements', ids }];
}

/** Not covered by the suite. */
export const NOT_EXAMINED: readonly Basis[] = [];
