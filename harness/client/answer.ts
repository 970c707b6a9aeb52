import type { Role } from '../role.js';
import type { OddJson } from './odd-json.js';

/** A response, for checks. Plain data. */
export interface Answer {
  /** Number of its exchange. */
  exchange: number;
  role: Role;
  method: string;
  /** The absolute URL of the request. */
  url: string;
  status: number;
  /** Names in lower case; a repeated header is an array. */
  headers: Record<string, string | string[]>;
  /** The names of the headers as spelt in the response. */
  headerNames: string[];
  /** The body as text, UTF-8; `isCut` if this is its beginning. */
  text: string;
  isCut?: boolean;
  /** The body parsed as JSON; if undefined, `notJson` has the reason. */
  json?: unknown;
  notJson?: string;
  /** What parsers read in different ways; undefined if there is nothing. */
  oddities?: readonly OddJson[];
}

/** A header as one string, repeated values joined by RFC 9110; undefined if absent. */
export function header(answer: Pick<Answer, 'headers'>, name: string): string | undefined {
  const value = answer.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The absolute URL that a response redirects to; undefined if it does not. */
export function redirectOf(answer: Pick<Answer, 'status' | 'headers' | 'url'>): string | undefined {
  const { location } = answer.headers;
  if (answer.status < 300 || answer.status > 399 || typeof location !== 'string') return undefined;
  return URL.canParse(location, answer.url) ? new URL(location, answer.url).href : undefined;
}

/** The request in short, the same in every version: `GET covers/?page=2`, or `GET /about/`. */
export function named(answer: Pick<Answer, 'method' | 'url'>): string {
  const { pathname, search } = new URL(answer.url);
  const [, below = pathname] = /\/api\/\d+\.\d+\/(.+)$/.exec(pathname) ?? [];
  return `${answer.method} ${below}${search}`;
}

/** The limit for stored text of a body, in bytes. */
export const LONGEST_TEXT = 20_000;

/** The same for a JSON body, which is stored as JSON as well. */
const LONGEST_JSON_TEXT = 6_000;

/** A parsed body. */
export type ReadBody = Pick<Answer, 'text' | 'isCut' | 'json' | 'notJson' | 'oddities'>;

/**
 * Parses a body as JSON (docs/api.md, "Conventions": responses are JSON). `head` is the part stored as
 * text; it is decoded separately, because a slice of a long string would keep all of it in memory.
 */
export function readBody(whole: string, head: Uint8Array): ReadBody {
  if (whole === '') return { text: '', notJson: 'the body is empty' };
  try {
    const json: unknown = JSON.parse(whole);
    if (NAMED_LIKE_A_METHOD.test(whole)) makePrintable(json);
    const isCut = head.length > LONGEST_JSON_TEXT ? true : undefined;
    return { text: textOf(head.subarray(0, LONGEST_JSON_TEXT)), isCut, json };
  } catch (error) {
    return unreadBody(head, error instanceof Error ? withoutQuote(error.message) : String(error));
  }
}

/** What the names of members have that take the place of methods of all objects, or may have as escapes. */
const NAMED_LIKE_A_METHOD = /toString|valueOf|\\u/;

/** Such an object cannot be made a text, so that whoever prints it would fail, in the middle of restoring as well. */
function makePrintable(json: unknown): void {
  const left = [json];
  for (let value = left.pop(); left.length > 0 || value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    for (const inner of Object.values(value)) left.push(inner);
    if (!Object.hasOwn(value, 'toString') && !Object.hasOwn(value, 'valueOf')) continue;
    Object.defineProperty(value, Symbol.toPrimitive, { value: () => '[object Object]' });
  }
}

/** A body that is not parsed as JSON, and the reason. */
export function unreadBody(head: Uint8Array, why: string): ReadBody {
  return { text: textOf(head), notJson: why };
}

/** What V8 says of bad JSON, without the ten characters around the place, which may be a part of a secret. */
function withoutQuote(message: string): string {
  return message.replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '');
}

function textOf(bytes: Uint8Array): string {
  // As part of a stream: a character that is cut at the end is left out.
  return new TextDecoder().decode(bytes.subarray(0, LONGEST_TEXT), { stream: true });
}
