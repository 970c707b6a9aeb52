import { isObject, type JsonObject } from '../harness/place.js';
import { FILTER_FORMS } from '../specification/filter-forms.js';
import type { ValueKind } from '../specification/filters.js';
import type { Resource } from './ask.js';
import { rotated, type Value } from './query.js';

/** A filter in one form of its value. */
export interface LiveFilter {
  parameter: string;
  kind: ValueKind;
  /** The field of a row that it compares; `*` is each element of an array. */
  reads: readonly string[];
  /** Values that are asked for in any case. */
  values?: readonly string[];
}

/** The filters of patches, which the specification does not list, as the known clients send them. */
const OF_PATCHES: readonly LiveFilter[] = [
  { parameter: 'project', kind: 'name', reads: ['project', 'link_name'] },
  { parameter: 'project', kind: 'id', reads: ['project', 'id'] },
  { parameter: 'state', kind: 'word', reads: ['state'], values: ['1', '2'] },
  { parameter: 'archived', kind: 'flag', reads: [], values: ['true', 'False', 'yes', '0'] },
  { parameter: 'submitter', kind: 'id', reads: ['submitter', 'id'] },
  { parameter: 'submitter', kind: 'email', reads: ['submitter', 'email'] },
  { parameter: 'delegate', kind: 'id', reads: ['delegate', 'id'] },
  { parameter: 'delegate', kind: 'name', reads: ['delegate', 'username'] },
  { parameter: 'series', kind: 'id', reads: ['series', '*', 'id'] },
  { parameter: 'hash', kind: 'text', reads: ['hash'] },
  { parameter: 'msgid', kind: 'message-id', reads: ['msgid'] },
  { parameter: 'since', kind: 'time', reads: ['date'] },
  { parameter: 'before', kind: 'time', reads: ['date'] },
];

/** The categories of events that deployed releases have. */
const CATEGORIES = [
  'cover-created',
  'patch-created',
  'patch-completed',
  'patch-state-changed',
  'patch-delegated',
  'patch-relation-changed',
  'check-created',
  'series-created',
  'series-completed',
  'cover-comment-created',
  'patch-comment-created',
];

/** The resource of an id as a value. */
const OF_IDS: Readonly<Record<string, Resource>> = {
  project: 'project',
  submitter: 'person',
  owner: 'user',
  user: 'user',
  delegate: 'user',
  series: 'series',
  patch: 'patch',
  cover: 'cover',
};

/** Values that select nothing, by kind. */
const UNKNOWN: Readonly<Record<ValueKind, string>> = {
  id: '999999999',
  name: 'no-such-name',
  email: 'nobody@example.invalid',
  'message-id': 'no-such-message@example.invalid',
  word: 'no-such-word',
  text: 'no such text',
  time: 'no-date',
  flag: 'maybe',
};

/** The filters of a list, by the name of the list. */
export function filtersOf(list: string): LiveFilter[] {
  if (list === 'patches') return [...OF_PATCHES];
  return FILTER_FORMS.filter((form) => form.list === list).map(
    ({ filter: { parameter }, value, reads, only }) => ({
      parameter,
      kind: value,
      reads,
      ...(only === undefined ? {} : { values: [only] }),
      ...(parameter === 'category' ? { values: CATEGORIES } : {}),
    }),
  );
}

/** Values of a filter that select some of the rows: another in each version. */
export function valuesOf(filter: LiveFilter, rows: readonly JsonObject[], turn: number): Value[] {
  const { kind, parameter, values = [] } = filter;
  if (kind === 'flag' || parameter === 'category') return [...values];
  const known = [...new Set(rows.flatMap((row) => inside(row, filter.reads)))];
  if (kind === 'time') return timesOf(known.filter(isText).sort(), turn);
  const own = rotated(known, turn, kind === 'word' ? 2 : 1).flatMap((value): Value[] => {
    if (kind === 'id') {
      const of = OF_IDS[parameter];
      return typeof value === 'number' && of !== undefined ? [{ of, id: value }] : [];
    }
    if (!isText(value) || value === '') return [];
    return [kind === 'message-id' ? value.replace(/^<|>$/g, '') : value];
  });
  return [...own, ...values];
}

/** A value that is unusual in one way: unknown, empty, in upper case, cut; another way in each version. */
export function oddValue(filter: LiveFilter, rows: readonly JsonObject[], turn: number): string {
  const [first] = rows.flatMap((row) => inside(row, filter.reads)).filter(isText);
  const plain = first ?? '';
  if (turn % 2 === 0) return UNKNOWN[filter.kind];
  const odd = [
    '',
    plain.toUpperCase(),
    plain.slice(0, Math.max(3, plain.indexOf('@') + 3)),
    `<${plain.replace(/^<|>$/g, '')}>`,
  ];
  return odd[Math.floor(turn / 2) % odd.length] ?? '';
}

/** A date of a row, and the same date as another client writes it. */
function timesOf(dates: readonly string[], turn: number): string[] {
  const date = dates[Math.floor(((turn % 3) + 1) * 0.25 * dates.length)];
  if (date === undefined) return [];
  const other = [
    date.slice(0, 'YYYY-MM-DD'.length),
    date.replace('T', ' ').replace(/Z$/, ''),
    `${date.replace(/Z$/, '')}+02:00`,
    date.replace(/Z$/, ''),
  ];
  return [date, other[turn % other.length] ?? date];
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The values at a path of a row. */
function inside(value: unknown, [name, ...rest]: readonly string[]): unknown[] {
  if (name === undefined) return value === null || value === undefined ? [] : [value];
  if (name === '*') return Array.isArray(value) ? value.flatMap((each) => inside(each, rest)) : [];
  return isObject(value) ? inside(value[name], rest) : [];
}
