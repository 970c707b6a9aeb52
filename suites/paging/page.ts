import { type Answer, named } from '../../harness/client/answer.js';
import { type Link, type LinkHeader, linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { at, elements, type Seen } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';

/** A page of a list as it was read, with its links. */
export interface Page {
  answer: Answer;
  /** Undefined where the answer is not 200 with an array. */
  rows: Seen[] | undefined;
  /** What tells the rows apart, in their order: their ids. */
  keys: string[];
  /** Whether there is a `Link` header at all. */
  hasHeader: boolean;
  header: LinkHeader;
}

/** Reads an answer as a page of a list. */
export function pageOf(answer: Answer): Page {
  const given = answer.headers.link;
  const isList = answer.status === 200 && Array.isArray(answer.json);
  const rows = elements({ value: answer.json, at: { exchange: answer.exchange, pointer: '' } });
  return {
    answer,
    rows: isList ? rows : undefined,
    keys: isList ? rows.map(keyOf) : [],
    hasHeader: given !== undefined && String(given).trim() !== '',
    header: parseLinkHeader(given, answer.url),
  };
}

/** A row without an id is told apart by all its fields. */
function keyOf(row: Seen): string {
  const id = at(row, 'id').value;
  return id === undefined ? JSON.stringify(row.value) : String(id);
}

/** The links of a page that have a relation. */
export function linksOf(page: Page, relation: string): Link[] {
  return linksTo(page.header, relation);
}

/** The links of a page with a relation as the report shows them. */
export function targetsOf(page: Page, relation: string): string[] {
  return linksOf(page, relation).map(({ target }) => target);
}

/** The query parameters that a page was requested with. */
export function queryOf({ answer }: Page): URLSearchParams {
  return new URL(answer.url).searchParams;
}

/**
 * The number of the page that a link leads to: its `page`, or 1 where it has none and no parameter
 * that the request did not have. Undefined where the address does not tell.
 */
export function numberIn(link: Link, page: Page): number | undefined {
  const query = new URL(link.target).searchParams;
  const number = query.get('page');
  if (number !== null) return /^\d{1,15}$/.test(number) ? Number(number) : undefined;
  const requested = queryOf(page);
  return [...query.keys()].every((name) => requested.has(name)) ? 1 : undefined;
}

/** The number of the page that `last` of a page names. */
export function lastNumber(page: Page | undefined): number | undefined {
  const [link] = page === undefined ? [] : linksOf(page, 'last');
  return link && page && numberIn(link, page);
}

/** Whether a page is a list with rows. */
export function hasRows(page: Page | undefined): boolean {
  return page?.rows !== undefined && page.rows.length > 0;
}

/** Whether the page after another one shows rows that the other does not. */
export function goesOn(page: Page, beyond: Page | undefined): boolean {
  return beyond?.keys.some((key) => !page.keys.includes(key)) === true;
}

/** Whether two pages show the same rows, in whatever order. */
export function sameRows(one: readonly string[], other: readonly string[]): boolean {
  return sameOrder([...one].sort(), [...other].sort());
}

/** Whether two pages show the same rows in the same order. */
export function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A mismatch of a page, whose message begins with its address. */
export function mismatch(
  page: Page,
  message: string,
  expected: string,
  received: unknown,
): Mismatch {
  const { exchange } = page.answer;
  return { message: `${named(page.answer)}: ${message}`, expected, received, exchange };
}
