import type { Version } from '../../specification/versions.js';
import type { Seen } from '../place.js';

/** A filter of a scanned list. */
export type WalkedFilter = FilterByValue | FilterByTime;

interface AnyFilter {
  /** The requirement on the filter, which identifies it within its list. */
  requirement: string;
  version: Version;
  parameter: string;
  /** The kind of its mismatches. */
  kind: string;
  /** Whether it must return an item for a value; `either` if unspecified. */
  selects(row: Seen, value: string): boolean | 'either';
}

/** A filter that selects items with a value. */
export interface FilterByValue extends AnyFilter {
  by: 'value';
  /** The values that select an item, as far as they can be sent; undefined if ambiguous. */
  valuesOf(row: Seen): readonly string[] | undefined;
}

/** A filter that selects items older than a time, or the others. */
export interface FilterByTime extends AnyFilter {
  by: 'time';
  selectsOlder: boolean;
  /** The time of an item in whole seconds since 1970; undefined if it has none. */
  secondsOf(row: Seen): number | undefined;
}
