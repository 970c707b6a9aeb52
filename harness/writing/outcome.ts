import type { Version } from '../../specification/versions.js';

/** Something that is not as it was before the run. */
export interface NotRestored {
  url: string;
  field: string;
  why: string;
}

/** Something that the run made and that cannot be undone. */
export interface LeftBehind {
  kind: 'bundle' | 'check' | 'event';
  url: string;
  why: string;
}

/** What restoring came to. */
export interface Restored {
  /** Values put back and objects deleted. */
  restored: number;
  notRestored: NotRestored[];
  leftBehind: LeftBehind[];
  /** The URLs of objects that the run made and deleted; a request of its evidence that names one finds nothing now. */
  removed?: string[];
}

/** What a run that may write reports. */
export interface ReportedWrites extends Restored {
  allowed: true;
  /** How many values each property tried. */
  runs: number;
  hazardous: boolean;
  /** The journal, where something was not restored: `conformance restore` takes it. */
  journal?: string;
}

/** The address of an object below the base URL. */
export function addressOf(baseUrl: string, version: Version, object: string): string {
  return `${baseUrl}/api/${version}/${object}/`;
}
