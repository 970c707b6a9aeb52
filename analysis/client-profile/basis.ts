/** What the answer to a need rests on: how a report can tell whether it holds. */
export type Basis =
  /** All of these that the version has must hold. */
  | { by: 'requirements'; ids: readonly string[] }
  /** A field of the report's table must be there in all objects. */
  | { by: 'field'; resource: string; form: string; field: string }
  /** Something was observed where the specification is silent: `tell` reads it. */
  | { by: 'observation'; requirement: string; tell(observed: unknown): Told };

/** What an observation tells of a need. */
export interface Told {
  state: 'holds' | 'broken' | 'untold';
  why: string;
}

/** A basis of requirements. */
export function resting(...ids: string[]): Basis[] {
  return [{ by: 'requirements', ids }];
}

/** The suite examines nothing of the kind. */
export const NOT_EXAMINED: readonly Basis[] = [];
