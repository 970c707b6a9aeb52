import type { Answer } from '../../../harness/client/answer.js';
import { unexpected } from '../../../harness/expect.js';
import type { RELATIONS } from '../../../harness/link-header.js';
import {
  type Link,
  type LinkHeader,
  linksTo,
  parseLinkHeader,
} from '../../../harness/link-header.js';
import { at, type Seen } from '../../../harness/place.js';
import type { Mismatch } from '../../../harness/violation.js';
import { rowsOf } from '../known-rows.js';

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

/** A mismatch on a page; `got` describes the received value. */
export function mismatch(
  { answer }: Page,
  expected: string,
  got: string,
  received: unknown = got,
): Mismatch {
  return unexpected(answer, expected, got, { kind: 'page', received });
}

/** The number of items of a list if it is certain, and the least possible number. */
export interface Extent {
  total: number | undefined;
  atLeast: number;
}

/** Whether a page has a link with a relation, and the page number that it leads to, if known. */
interface Predicted {
  presence: 'must' | 'may' | 'must not';
  number: number | undefined;
}

/** How a link can differ from the prediction. */
export type LinkError = 'missing' | 'wrong target' | 'unexpected';

/** The least number of pages of a list, at the size of a page. */
export function leastPages({ size }: Page, { atLeast }: Extent): number {
  return Math.ceil(atLeast / size);
}

/**
 * The links of a page according to docs/api.md, "Limits". On a single page `first` and `last` are
 * optional (docs/verdicts.md B-4).
 */
function predicted(page: Page, extent: Extent): Record<Relation, Predicted> {
  const { number, size } = page;
  const least = leastPages(page, extent);
  // An empty list has one page.
  const count =
    extent.total === undefined ? undefined : Math.max(1, Math.ceil(extent.total / size));
  const orNone = number === count ? 'must not' : 'may';
  const onSeveral = least > 1 ? 'must' : 'may';
  return {
    first: { presence: onSeveral, number: 1 },
    last: { presence: onSeveral, number: count },
    next: { presence: number < least ? 'must' : orNone, number: number + 1 },
    prev: { presence: number > 1 ? 'must' : 'must not', number: number - 1 },
  };
}

/**
 * The mismatches of the links with a relation; empty if they are as predicted. Undefined if the
 * page proves nothing: it has no well-formed header, or the expected link is unknown.
 */
export function wrongLinks(
  error: LinkError,
  relation: Relation,
  page: Page,
  extent: Extent,
): Mismatch[] | undefined {
  if (!page.hasHeader || page.header.malformed.length > 0) return undefined;
  const { presence, number } = predicted(page, extent)[relation];
  const links = linksOf(page, relation);
  const targets = links.map(({ target }) => target);
  const name = `rel="${relation}"`;
  const differing = (isRight: boolean, expected: string, got: string) =>
    isRight ? [] : [mismatch(page, expected, got, page.answer.headers.link)];
  if (error === 'missing') {
    if (presence !== 'must') return undefined;
    const seen = page.header.links.flatMap(({ relations }) => relations).join(', ');
    return differing(links.length > 0, `a link with ${name}`, seen || 'none');
  }
  if (error === 'unexpected') {
    if (presence !== 'must not') return undefined;
    return differing(links.length === 0, `no ${name} on this page`, `<${targets.join('>, <')}>`);
  }
  const numbers = links.map((link) => numberIn(link, page));
  if (presence === 'must not' || number === undefined || links.length === 0) return undefined;
  if (numbers.includes(undefined)) return undefined;
  const isRight = numbers.every((each) => each === number);
  return differing(isRight, `${name} to lead to page ${number}`, `page ${numbers.join(' and ')}`);
}
