import type { Version } from '../../specification/versions.js';
import type { Seen } from '../place.js';
import type { SeenField } from '../report.js';
import type { Mismatch } from '../violation.js';
import type { Kind, ListState } from './list-state.js';
import type { WalkedFilter } from './walked-filter.js';

/** A list that is scanned in a version. */
export interface WalkedList {
  /** The path of the collection: `covers/`. */
  path: string;
  version: Version;
  /** Whether it is read as an authenticated role. */
  signedIn: boolean;
  /** Whether its objects can be read by id. */
  hasDetails?: boolean;
  /** The filters that are compared with the scan. */
  filters?: readonly WalkedFilter[];
}

/** A mismatch of an item. */
export interface Finding {
  /** The kind of mismatch, by which mismatches are counted together. */
  kind: string;
  mismatch: Mismatch;
}

/** The violations of a requirement in one version and list. */
export interface CellFinding {
  requirement: string;
  /** The requirement that reports the violation if the first items violate it already. */
  rather?: string;
  version: Version;
  path: string;
  kind: Kind;
}

/** The checks of the scan; provided by suites/conventions/scan. */
export interface WalkJudging {
  /** The lists of a version to which one of the wanted requirements applies. */
  lists(version: Version, wanted: ReadonlySet<string>): WalkedList[];
  /** Checks a single item, and counts its fields in `shown`. */
  judge(list: WalkedList, row: Seen, shown: ListState['shown']): Finding[];
  /** The kind of mismatch of a page that is not a list. */
  unanswered(list: WalkedList): string;
  /** The violations found in a version. */
  findings(version: Version, lists: readonly ListState[]): CellFinding[];
  /** Whether the scan found data for a requirement. */
  hasMet(requirement: string, version: Version, lists: readonly ListState[]): boolean;
  /** The fields seen, before and during the scan. */
  fields(fields: readonly SeenField[], lists: readonly ListState[]): SeenField[];
}
