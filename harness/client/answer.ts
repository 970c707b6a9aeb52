import { isUtf8 } from 'node:buffer';
import type { Role } from '../role.js';
import { extentOf, worthReading } from './json-extent.js';

/** An answer as it came, for checks to look at. Plain data, so that it can cross threads. */
export interface Answer {
  /** Number of its exchange. */
  exchange: number;
  role: Role;
  method: string;
  /** The absolute URL that was asked for. */
  url: string;
  status: number;
  /** Names in lower case; a header that came more than once is an array. */
  headers: Record<string, string | string[]>;
  /** The body as text, UTF-8; of a long one the beginning. */
  text: string;
  /** The body read as JSON; absent where it is none, and then `notJson` says why. */
  json?: unknown;
  notJson?: string;
}

/** The header as one string, several values joined as RFC 9110 has it; undefined if it is absent. */
export function header(answer: Answer, name: string): string | undefined {
  const value = answer.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The request as people name it: `GET /api/1.2/covers/?page=2`. */
export function named(answer: Pick<Answer, 'method' | 'url'>): string {
  const url = new URL(answer.url);
  return `${answer.method} ${url.pathname}${url.search}`;
}

/** How much of a body is kept as text, in bytes: more than is shown of any. */
const LONGEST_TEXT = 20_000;

/** The same of one that is JSON, which is looked at as such: what a report shows, and a margin. */
const LONGEST_JSON_TEXT = 6_000;

/** A body as it was read. */
export interface ReadBody extends Pick<Answer, 'text' | 'json' | 'notJson'> {
  /** What it takes in memory, in bytes, as `extentOf` counts. */
  cost: number;
}

/**
 * Reads a body as JSON (SPEC.md, "Conventions": responses are JSON). Of a list longer than any page
 * the first rows are read, of very long strings the beginnings; what is nested without end, is no
 * UTF-8, or costs more than `most`, is not read.
 */
export function readBody(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): ReadBody {
  const whole = new TextDecoder().decode(bytes);
  const text = beginning(bytes, whole, LONGEST_TEXT);
  const cost = text.length;
  if (whole === '') return { text, notJson: 'the body is empty', cost };
  if (!isUtf8(bytes)) return { text, notJson: 'its bytes are no UTF-8', cost };
  const extent = extentOf(whole, most);
  if (extent.cost > most) return { text, notJson: 'it was not read', cost: extent.cost };
  if (extent.tooDeep !== undefined) {
    return { text, notJson: `${extent.tooDeep}, and was not read`, cost };
  }
  try {
    const json: unknown = JSON.parse(worthReading(whole, extent));
    return { text: beginning(bytes, whole, LONGEST_JSON_TEXT), json, cost: extent.cost };
  } catch (error) {
    return { text, notJson: error instanceof Error ? error.message : String(error), cost };
  }
}

/** A slice of a long text would keep all of it in memory: the bytes are read once more. */
function beginning(bytes: Uint8Array, whole: string, most: number): string {
  return bytes.length <= most ? whole : new TextDecoder().decode(bytes.subarray(0, most));
}
