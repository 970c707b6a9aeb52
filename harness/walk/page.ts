import { type Answer, named } from '../client/answer.js';
import type { Client, Passing } from '../client/client.js';
import { TransportError } from '../client/transport-error.js';
import { linksTo, parseLinkHeader } from '../link-header.js';
import { elements, type Seen } from '../place.js';
import type { Exchange } from '../report.js';
import type { Role } from '../role.js';
import type { Mismatch } from '../violation.js';
import type { ListState } from './list-state.js';

/** A page of a list. */
export interface Page {
  number: number;
  rows: Seen[];
  /** Whether a link leads to a next page. */
  hasNext: boolean;
  /** The number of the last page, if a link names it. */
  last?: number;
  /** Returns the redacted record of its exchange. */
  record(): Exchange | undefined;
}

/** A filter with its value. */
export interface Filtering {
  parameter: string;
  value: string;
}

/** The result of reading a page: items, no page, or an unusable response. */
export type PageRead =
  | { page: Page }
  | { absent: 'not found' | 'empty' }
  | { unread: string; mismatch?: Mismatch; record(): Exchange | undefined };

/** Reads one page of a list, with or without a filter. Throws only exceptions that end the run. */
export async function readPage(
  client: Client,
  role: Role,
  list: Pick<ListState, 'path' | 'version' | 'perPage'>,
  number: number,
  filter?: Filtering,
): Promise<PageRead> {
  const url = pageUrl(list, number, filter);
  let passing: Passing;
  try {
    passing = await client.readPassing({ role, url });
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { unread: error.message, record: () => undefined };
  }
  const { answer, record } = passing;
  if (answer.status === 404) return { absent: 'not found' };
  if (answer.status !== 200 || !Array.isArray(answer.json)) {
    return { ...unanswered(answer, client), record };
  }
  const rows = elements({ value: answer.json, at: { exchange: 0, pointer: '' } });
  if (rows.length === 0) return { absent: 'empty' };
  const links = parseLinkHeader(answer.headers.link, answer.url);
  const last = lastOf(linksTo(links, 'last').map(({ target }) => target));
  const hasNext = linksTo(links, 'next').length > 0;
  return { page: { number, rows, hasNext, ...(last === undefined ? {} : { last }), record } };
}

/** The path of a page. */
export function pageUrl(
  { path, version, perPage }: Pick<ListState, 'path' | 'version' | 'perPage'>,
  number: number,
  filter?: Filtering,
): string {
  const { parameter, value } = filter ?? {};
  const query = new URLSearchParams({
    ...(parameter === undefined || value === undefined ? {} : { [parameter]: value }),
    page: String(number),
    per_page: String(perPage),
  });
  return `/api/${version}/${path}?${query}`;
}

/** "GET … 200, array" (SPEC.md, "Endpoint table"): a page that cannot be read violates this. */
function unanswered(answer: Answer, client: Client): { unread: string; mismatch: Mismatch } {
  const what = client.redaction.text(named(answer));
  const got = answer.status === 200 ? 'something else' : `${answer.status}`;
  const expected = '200 with a JSON array';
  const message = `${what}: expected ${expected}, got ${got}`;
  return { unread: message, mismatch: { message, expected, received: answer.status } };
}

function lastOf(targets: readonly string[]): number | undefined {
  const [target] = targets;
  const number = target === undefined ? null : new URL(target).searchParams.get('page');
  return number !== null && /^[1-9]\d{0,14}$/.test(number) ? Number(number) : undefined;
}
