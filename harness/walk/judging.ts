import type { Version } from '../../specification/versions.js';
import type { Seen } from '../place.js';
import type { SeenField } from '../report.js';
import type { Mismatch } from '../violation.js';
import type { Kind, ListState } from './list-state.js';
import type { WalkedFilter } from './walked-filter.js';

/** A list that is walked in a version. */
export interface WalkedList {
  /** Of the collection: `covers/`. */
  path: string;
  version: Version;
  /** Whether it is read as a role that signs in. */
  signedIn: boolean;
  /** Whether each object of it can be read by its id. */
  hasDetails?: boolean;
  /** Those that are held against what was walked. */
  filters?: readonly WalkedFilter[];
}

/** One mismatch of a row. */
export interface Finding {
  /** Names what departs, for the judging to know it again; violations of one kind are counted together. */
  kind: string;
  mismatch: Mismatch;
}

/** What was found to depart from a requirement in one version and list. */
export interface CellFinding {
  requirement: string;
  /** Where this one is violated by the first rows already, it is that what this is a violation of. */
  rather?: string;
  version: Version;
  path: string;
  kind: Kind;
}

/** What the walk needs to know of the requirements; suites/walk provides it. */
export interface WalkJudging {
  /** The lists of a version of which one of the wanted requirements speaks. */
  lists(version: Version, wanted: ReadonlySet<string>): WalkedList[];
  /** Judges a row by itself, and counts in `shown` what it shows. */
  judge(list: WalkedList, row: Seen, shown: ListState['shown']): Finding[];
  /** The kind of mismatch that a page is which does not answer with a list. */
  unanswered(list: WalkedList): string;
  /** What all that was found in a version violates. */
  findings(version: Version, lists: readonly ListState[]): CellFinding[];
  /** Whether the walk met what a requirement speaks of. */
  hasMet(requirement: string, version: Version, lists: readonly ListState[]): boolean;
  /** The fields that were seen, together with what was seen before the walk. */
  fields(fields: readonly SeenField[], lists: readonly ListState[]): SeenField[];
}
