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

/** A row without an id is told apart by all that it says. */
function keyOf(row: Seen): string {
  const id = at(row, 'id').value;
  return id === undefined ? JSON.stringify(row.value) : String(id);
}

/** The links of a page that have a relation. */
export function linksOf(page: Page, relation: string): Link[] {
  return linksTo(page.header, relation);
}

/**
 * The number of the page that a link leads to: its `page`, or 1 where it has none and asks for
 * nothing that the request did not ask for. Undefined where it cannot be told from the address.
 */
export function numberIn(link: Link, page: Page): number | undefined {
  const query = new URL(link.target).searchParams;
  const number = query.get('page');
  if (number !== null) return /^\d{1,15}$/.test(number) ? Number(number) : undefined;
  const asked = new URL(page.answer.url).searchParams;
  return [...query.keys()].every((name) => asked.has(name)) ? 1 : undefined;
}

/** Whether two pages show the same rows, in whatever order. */
export function sameRows(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}

/** Whether two pages show the same rows in the same order. */
export function sameOrder(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Something that a page shows and should not, or the other way round. */
export function mismatch(
  page: Page,
  message: string,
  expected: string,
  received: unknown,
): Mismatch {
  return {
    message: `${named(page.answer)}: ${message}`,
    expected,
    received,
    exchange: page.answer.exchange,
  };
}
