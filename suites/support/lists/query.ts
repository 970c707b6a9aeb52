import type { Api, Query } from '../../../harness/api.js';
import type { Answer } from '../../../harness/client/answer.js';
import { type Seen, valueAt } from '../../../harness/place.js';
import type { SettledForm } from '../../../specification/filter-forms.js';
import type { ValueKind } from '../../../specification/filters.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { EVENT_PAYLOADS } from '../../../specification/resources/event.js';
import type { KnownItems } from '../known-rows.js';
import { timeOf } from '../timestamp.js';

/** Whether a query must return an item; `either` if the specification leaves it open. */
export type Selected = boolean | 'either';

/** A filter with a value. */
export interface FilterValue {
  filter: SettledForm;
  value: string;
}

/** The filter value that selects an item; undefined if the item has none that can be sent. */
export function ownValue(filter: SettledForm, row: Seen): string | undefined {
  const own = shownValue(filter, row);
  return own === undefined || isUnclear(filter.value, own) ? undefined : own;
}

/** The value of an item that a filter reads, perhaps masked; undefined if the item has none. */
export function shownValue(filter: SettledForm, row: Seen): string | undefined {
  const { only, value: kind } = filter;
  const [own] = textsOf(row, filter) ?? [];
  if (kind === 'time') return own && timeOf(own) !== undefined ? documented(own) : undefined;
  return only === undefined || own === only ? own : undefined;
}

/** What stands for the rest of an e-mail address that is not shown to everyone (docs/verdicts.md B-38). */
const MASKS = ['*', '…', '..'];

/** Whether a value may not be the one that the instance compares: a masked address, or a name that may be read as an id. */
export function isUnclear(kind: ValueKind, value: string): boolean {
  if (kind === 'email') return !value.includes('@') || MASKS.some((mask) => value.includes(mask));
  return kind === 'name' && /^\d*$/.test(value);
}

/** All values of a filter (except time filters) that select an item; undefined if ambiguous. */
export function valuesOf(filter: SettledForm, row: Seen): string[] | undefined {
  const texts = textsOf(row, filter);
  if (texts === undefined) {
    const isNone = filter.reads[0] === 'payload' && selectedBySubject(filter, row) === false;
    return isNone ? [] : undefined;
  }
  const known = texts.flatMap((text) => text ?? []);
  if (known.length < texts.length) return undefined;
  return filter.only === undefined ? known : known.filter((value) => value === filter.only);
}

/** Whether an item matches a filter value. A missing field has a requirement of its own. */
export function selectedBy({ filter, value }: FilterValue, row: Seen): Selected {
  if (filter.value === 'time') return selectedByTime(filter, row, value);
  const texts = textsOf(row, filter);
  if (texts === undefined) {
    return filter.reads[0] === 'payload' ? selectedBySubject(filter, row) : 'either';
  }
  const folded = (text?: string) => (filter.anyCase === true ? text?.toLowerCase() : text);
  if (texts.some((own) => folded(own) === folded(value))) return true;
  const isMasked = filter.value === 'email' && texts.some((own) => isUnclear('email', own ?? ''));
  return isMasked && 'either';
}

/** Whether an item matches all filters: for each parameter, any of its values (B-28). */
function selectedByAll(given: readonly FilterValue[], row: Seen): Selected {
  let all: Selected = true;
  for (const { filter } of given) {
    const { parameter } = filter.filter;
    const said = given
      .filter((each) => each.filter.filter.parameter === parameter)
      .map((each) => selectedBy(each, row));
    if (said.includes(true)) continue;
    if (!said.includes('either')) return false;
    all = 'either';
  }
  return all;
}

/** An item of exactly the given second may be included or not: docs/api.md does not say. */
function selectedByTime({ reads, selects }: SettledForm, row: Seen, value: string): Selected {
  const time = timeOf(valueAt(row, ...reads));
  const limit = timeOf(value);
  if (time === undefined || limit === undefined) return 'either';
  if (Math.abs(time - limit) < 1000) return 'either';
  return selects === 'older' ? time < limit : time > limit;
}

/**
 * An event without such an object: its category may exclude it; unknown categories are open (B-7).
 */
function selectedBySubject({ reads: [, subject = ''] }: SettledForm, row: Seen): Selected {
  const keys = EVENT_PAYLOADS.get(String(valueAt(row, 'category')));
  // B-17: a cover may be a string in 1.0. A missing key has a requirement of its own.
  if (keys === undefined || keys.includes(subject)) return 'either';
  // A patch or a cover letter is of a series, which its other events do not show.
  const isOfSeries = subject === 'series' && (keys.includes('patch') || keys.includes('cover'));
  return isOfSeries && 'either';
}

/**
 * The values of the filtered field of an item, one per element for an array; undefined if the field
 * is missing.
 */
function textsOf(
  row: Seen,
  { reads, value: kind, blank }: SettledForm,
): (string | undefined)[] | undefined {
  if (blank === true && reads[0] !== undefined && valueAt(row, reads[0]) === null) return [];
  const star = reads.indexOf('*');
  if (star < 0) {
    const own = textOf(valueAt(row, ...reads), kind);
    return own === undefined ? undefined : [own];
  }
  const array = valueAt(row, ...reads.slice(0, star));
  if (!Array.isArray(array)) return undefined;
  return array.map((value: unknown) =>
    textOf(valueAt({ value, at: row.at }, ...reads.slice(star + 1)), kind),
  );
}

function textOf(value: unknown, kind: ValueKind): string | undefined {
  if (kind === 'flag') return value === undefined ? undefined : String(value);
  if (typeof value !== 'number' && typeof value !== 'string') return undefined;
  return kind === 'message-id' ? String(value).replace(/^<(.*)>$/s, '$1') : String(value);
}

/** A time in the documented form (docs/api.md, "Conventions"), without fractions of a second. */
function documented(time: string): string {
  return `${new Date(timeOf(time) ?? 0).toISOString().slice(0, '2026-01-01T00:00:00'.length)}Z`;
}

/** A search term, and the items that it must find as far as known. */
export interface Term {
  word: string;
  selects(row: Seen): Selected;
}

/** The query of a list request. */
export interface ListQuery {
  /** Filters, with repeated parameters as several entries. */
  given: readonly FilterValue[];
  term?: Term;
  order?: string;
  /** Defaults to the first page. */
  page?: number;
  /** Items per page. */
  size: number;
}

/** The default number of items: a longer page shows little more. */
export const PLAIN: Pick<ListQuery, 'given' | 'size'> = { given: [], size: 10 };

/** The number of items to request: all if they are on one page, so that a missing one is noticed. */
export function sizeFor({ whole }: KnownItems): number {
  return whole ? LARGEST_PAGE : PLAIN.size;
}

/** The query as URL parameters. */
export function parametersOf({ given, term, order, page, size }: ListQuery): Query {
  const parameters: Record<string, string[]> = {};
  for (const { filter, value } of given) {
    const { parameter } = filter.filter;
    parameters[parameter] = [...(parameters[parameter] ?? []), value];
  }
  return {
    ...parameters,
    q: term?.word,
    order,
    page,
    per_page: size,
  };
}

/** Requests a list, as its usual reader by default. */
export function ask({ api, path }: KnownItems, query: ListQuery, as: Api = api): Promise<Answer> {
  return as.get(path, { query: parametersOf(query) });
}

/** Whether a query selects an item of the list, on any page. */
export function selects({ given, term }: ListQuery, row: Seen): Selected {
  const said = [selectedByAll(given, row), term?.selects(row) ?? true];
  if (said.includes(false)) return false;
  return said.includes('either') ? 'either' : true;
}

/**
 * Whether an answer as predicted proves something: a known item must be there, and another one, which the list
 * shows without the query, must be missing.
 */
export function isTelling(query: ListQuery, { front, rows }: KnownItems): boolean {
  const shown = front.slice(0, query.size);
  return (
    rows.some((row) => selects(query, row) === true) &&
    shown.some((row) => selects(query, row) === false)
  );
}

/** A query in words: `project=7 and q=net, by -date`. */
export function inWords({ given, term, order }: ListQuery): string {
  const all = given.map(({ filter, value }) => [filter.filter.parameter, value] as const);
  const names = [...new Set(all.map(([name]) => name))];
  const parts = [
    // Several values of a parameter: one of them matches.
    ...names.map((name) =>
      all.flatMap(([each, value]) => (each === name ? `${name}=${value}` : [])).join(' or '),
    ),
    ...(term === undefined ? [] : [`q=${term.word}`]),
  ];
  return [parts.join(' and ') || 'all items', ...(order === undefined ? [] : [`by ${order}`])].join(
    ', ',
  );
}
