import { ALL, since, type Version } from '../harness/version.js';
import type { FilteredList } from './filter-table.js';

/** A value that a filter is given and that nothing has. */
export interface UnknownValue {
  list: FilteredList;
  /** The query parameter. */
  name: string;
  value: string;
  versions: readonly Version[];
}

/** An id that no database hands out soon, and that every database can compare. */
const UNKNOWN_ID = '2147483647';

/** A name that nobody has. */
const UNKNOWN_NAME = 'no-such-name-here';

/** One request each; of filters that several lists share, the list where a mistake costs most. */
export const UNKNOWN: readonly UnknownValue[] = [
  { list: 'bundles', name: 'owner', value: UNKNOWN_NAME, versions: ALL },
  { list: 'covers', name: 'project', value: UNKNOWN_NAME, versions: ALL },
  { list: 'series', name: 'submitter', value: UNKNOWN_ID, versions: ALL },
  { list: 'events', name: 'category', value: UNKNOWN_NAME, versions: ALL },
  { list: 'checks', name: 'state', value: UNKNOWN_NAME, versions: since('1.3') },
];
