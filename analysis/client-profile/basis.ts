/** How a report determines whether a need holds. */
export type Basis =
  /** All of these requirements of the version must hold. */
  | { by: 'requirements'; ids: readonly string[] }
  /** All objects must have the field. */
  | { by: 'field'; resource: string; form: string; field: string }
  /** An observation of unspecified behaviour; `tell` evaluates it. */
  | { by: 'observation'; requirement: string; tell(observed: unknown): Told };

/** The result of an observation for a need. */
export interface Told {
  state: 'holds' | 'broken' | 'undetermined';
  why: string;
}

/** A basis of requirements. */
export function resting(...ids: string[]): Basis[] {
  return [{ by: 'requirements', ids }];
}

/** Not covered by the suite. */
export const NOT_EXAMINED: readonly Basis[] = [];
