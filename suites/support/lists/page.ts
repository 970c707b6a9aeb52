import type { Answer } from '../../../harness/client/answer.js';
import { unexpected } from '../../../harness/expect.js';
import {
  type Link,
  type LinkHeader,
  linksTo,
  parseLinkHeader,
} from '../../../harness/link-header.js';
import { at, type Seen } from '../../../harness/place.js';
import type { RELATIONS } from '../../../harness/read-by-parse-link-header.js';
import type { Mismatch } from '../../../harness/violation.js';
import { rowsOf } from './list.js';

/** The relation of a link to another page. */
export type Relation = (typeof RELATIONS)[number];

/** A page of a list with its links. */
export interface Page {
  answer: Answer;
  /** The requested `page` and `per_page`. */
  number: number;
  size: number;
  /** Whether it was requested with `page`, which is optional for the first page. */
  isNumbered: boolean;
  /** Whether the response is 200 with an array. */
  isList: boolean;
  rows: Seen[];
  /** The identities of the items in order: their ids, or the whole item without an id. */
  ids: string[];
  /** Whether the response has a `Link` header. */
  hasHeader: boolean;
  header: LinkHeader;
}

/** Reads a response as a page of a list. */
export function pageOf(answer: Answer): Page {
  const query = new URL(answer.url).searchParams;
  const { link } = answer.headers;
  const rows = rowsOf(answer);
  return {
    answer,
    number: Number(query.get('page') ?? 1),
    size: Number(query.get('per_page')),
    isNumbered: query.has('page'),
    isList: answer.status === 200 && Array.isArray(answer.json),
    rows,
    ids: rows.map((row) => JSON.stringify(at(row, 'id').value ?? row.value)),
    hasHeader: link !== undefined && String(link).trim() !== '',
    header: parseLinkHeader(link, answer.url),
  };
}

/** The links of a page with a relation. */
export function linksOf(page: Page, relation: Relation): Link[] {
  return linksTo(page.header, relation);
}

/** Whether a page has a link with a relation. */
export function hasLink(page: Page, relation: Relation): boolean {
  return linksOf(page, relation).length > 0;
}

/**
 * The page number in a link: its `page`, or 1 if it has none and no parameter that the request
 * lacks. Undefined if the URL does not tell.
 */
export function numberIn(link: Link, page: Page): number | undefined {
  const query = new URL(link.target).searchParams;
  const number = query.get('page');
  if (number !== null) return /^\d{1,15}$/.test(number) ? Number(number) : undefined;
  const requested = new URL(page.answer.url).searchParams;
  return [...query.keys()].every((name) => requested.has(name)) ? 1 : undefined;
}

/** The page number in the `last` link of a page. */
export function lastNumber(page: Page): number | undefined {
  const [link] = linksOf(page, 'last');
  return link && numberIn(link, page);
}

/** A mismatch on a page; `got` describes the received value. */
export function mismatch(
  { answer }: Page,
  expected: string,
  got: string,
  received: unknown = got,
): Mismatch {
  return unexpected(answer, expected, got, { kind: 'page', received });
}
