/** A difference from the state before the run. */
export interface NotRestored {
  url: string;
  field: string;
  why: string;
}

/** An object created by the run that cannot be deleted. */
export interface LeftBehind {
  kind: 'bundle' | 'check' | 'event';
  url: string;
  why: string;
}

/** The result of restoring. */
export interface Restored {
  /** The number of restored values and deleted objects. */
  restored: number;
  notRestored: NotRestored[];
  leftBehind: LeftBehind[];
  /** Set if no role that has something to restore is signed in as the account that the run wrote as. */
  isNobody?: boolean;
  /** What became of other objects of the roles meanwhile, a sentence each. */
  gone?: string[];
  /** The URLs of objects that the run made and deleted; a request of its evidence that names one finds nothing now. */
  removed?: string[];
}

/** The report of a run with writes. */
export interface ReportedWrites extends Restored {
  allowed: true;
  hazardous: boolean;
  /** What a user should know about how the run wrote; absent if there is nothing. */
  notes?: string[];
  /** The journal, if something was not restored: use it with `conformance restore`. */
  journal?: string;
}
