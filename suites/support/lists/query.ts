import type { Api, Query } from '../../../harness/api.js';
import type { Answer } from '../../../harness/client/answer.js';
import type { Seen } from '../../../harness/place.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import type { KnownItems } from './list.js';
import { type FilterValue, type Selected, selectedByAll } from './selection.js';

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
  const parts = [
    ...given.map(({ filter, value }) => `${filter.filter.parameter}=${value}`),
    ...(term === undefined ? [] : [`q=${term.word}`]),
  ];
  return [parts.join(' and ') || 'all items', ...(order === undefined ? [] : [`by ${order}`])].join(
    ', ',
  );
}
