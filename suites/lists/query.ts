import type { Api, Query } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Seen } from '../../harness/place.js';
import type { Known } from './list.js';
import { type Given, type Selected, selectedByAll } from './selection.js';

/** A search term, and which rows it must find as far as that is known. */
export interface Term {
  word: string;
  selects(row: Seen): Selected;
}

/** What a list is asked for. */
export interface ListQuery {
  /** Filters, each parameter once or repeated. */
  given: readonly Given[];
  term?: Term;
  order?: string;
  /** The first one if it is not said. */
  page?: number;
  /** Rows for each page. */
  size: number;
}

/** So many rows are asked for where nothing else is at stake: a long page shows little more. */
export const PLAIN: Pick<ListQuery, 'given' | 'size'> = { given: [], size: 10 };

/** The query as parameters. */
export function parametersOf({ given, term, order, page, size }: ListQuery): Query {
  const parameters: Record<string, string[]> = {};
  for (const { filter, value } of given) {
    const { parameter } = filter.filter;
    parameters[parameter] = [...(parameters[parameter] ?? []), value];
  }
  return {
    ...parameters,
    ...(term === undefined ? {} : { q: term.word }),
    ...(order === undefined ? {} : { order }),
    ...(page === undefined ? {} : { page }),
    per_page: size,
  };
}

/** Asks a list, as whoever reads it if nobody else is named. */
export function ask({ api, path }: Known, query: ListQuery, as: Api = api): Promise<Answer> {
  return as.get(path, { query: parametersOf(query) });
}

/** Whether a query must show a row of the list, on some page. */
export function selects({ given, term }: ListQuery, row: Seen): Selected {
  const said = [selectedByAll(given, row), term?.selects(row) ?? true];
  if (said.includes(false)) return false;
  return said.includes('either') ? 'either' : true;
}

/** What a query asks for, in words: `project=7 and q=net, by -date`. */
export function inWords({ given, term, order }: ListQuery): string {
  const parts = [
    ...given.map(({ filter, value }) => `${filter.filter.parameter}=${value}`),
    ...(term === undefined ? [] : [`q=${term.word}`]),
  ];
  return [parts.join(' and ') || 'all rows', ...(order === undefined ? [] : [`by ${order}`])].join(
    ', ',
  );
}
