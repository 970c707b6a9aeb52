import type { Said } from './answer.js';

/** How a report determines whether a need is met. */
export type Basis =
  /** All of these requirements of the version must hold; or `tell` evaluates what the only one observes. */
  | {
      by: 'requirements';
      ids: readonly string[];
      fields?: readonly string[];
      tell?(observed: unknown): Said;
    }
  /** All objects must have the field. */
  | { by: 'field'; resource: string; form: string; field: string };

/** A basis of requirements. */
export function resting(...ids: string[]): Basis[] {
  return [{ by: 'requirements', ids }];
}

/** A basis of requirements, of which only what is wrong with some fields counts, or with no single one. */
export function restingOn(fields: readonly string[], ...ids: string[]): Basis[] {
  return [{ by: 'requirements', ids, fields }];
}

/** A basis of one observation of unspecified behaviour. */
export function observing(id: string, tell: (observed: unknown) => Said): Basis[] {
  return [{ by: 'requirements', ids: [id], tell }];
}

/** Not covered by the suite. */
export const NOT_EXAMINED: readonly Basis[] = [];
