import type { FilteredList } from './filter-table.js';

/** A filter that is given twice. */
export interface RepeatedFilter {
  list: Exclude<FilteredList, 'checks'>;
  parameter: string;
  /** The name of the filter in the form that is repeated. */
  name: string;
}

/** "for `project`, `owner`, `submitter` the union is required" (INTERPRETATION B-28). */
export const REPEATED: readonly RepeatedFilter[] = [
  { list: 'covers', parameter: 'project', name: 'project-name' },
  { list: 'bundles', parameter: 'owner', name: 'owner-id' },
  { list: 'series', parameter: 'submitter', name: 'submitter-id' },
];
