import type { Version } from '../../specification/versions.js';
import type { Seen } from '../place.js';

/** A filter of a walked list. */
export type WalkedFilter = FilterByValue | FilterByTime;

interface AnyFilter {
  /** The requirement that speaks of it; names it among the filters of its list. */
  requirement: string;
  version: Version;
  parameter: string;
  /** Under which what departs is counted. */
  kind: string;
  /** Whether it must show a row if it is given that value; `either` where that is left open. */
  selects(row: Seen, value: string): boolean | 'either';
}

/** One that selects the rows that have a value. */
export interface FilterByValue extends AnyFilter {
  by: 'value';
  /** The values by which a row is selected, as far as they can be asked for; undefined where that is open. */
  valuesOf(row: Seen): readonly string[] | undefined;
}

/** One that selects what is older than a moment, or what is not. */
export interface FilterByTime extends AnyFilter {
  by: 'time';
  selectsOlder: boolean;
  /** The moment of a row in whole seconds since 1970; undefined where it has none. */
  secondsOf(row: Seen): number | undefined;
}
