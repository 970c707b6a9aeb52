import { type Answer, named } from '../client/answer.js';
import type { Client, Passing } from '../client/client.js';
import { TransportError } from '../client/transport-error.js';
import { linksTo, parseLinkHeader } from '../link-header.js';
import { elements, type Seen } from '../place.js';
import type { Exchange } from '../report.js';
import type { Role } from '../role.js';
import type { Mismatch } from '../violation.js';
import type { ListState } from './list-state.js';

/** A page of a list that was read. */
export interface Page {
  number: number;
  rows: Seen[];
  /** Whether a link says that another page follows. */
  hasNext: boolean;
  /** The number of the last page, where a link tells it. */
  last?: number;
  /** Makes the redacted record of its exchange. */
  record(): Exchange | undefined;
}

/** A filter with its value. */
export interface Filtering {
  parameter: string;
  value: string;
}

/** What came of asking for a page: rows, nothing there, or no answer that can be judged. */
export type PageRead =
  | { page: Page }
  | { absent: 'not found' | 'empty' }
  | { unread: string; mismatch?: Mismatch; record(): Exchange | undefined };

/** Reads one page of a list, all of it or what a filter shows. Throws what ends the run, and nothing else. */
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

/** Where a page is. */
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

/** "GET … 200, array" (SPEC.md, "Endpoint table"): a page that cannot be read is a mismatch from that. */
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
