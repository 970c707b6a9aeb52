import type { Role } from '../role.js';

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
export const LONGEST_TEXT = 20_000;

/** The same of one that is JSON, which is looked at as such: what a report shows, and a margin. */
const LONGEST_JSON_TEXT = 6_000;

/** A body as it was read. */
export type ReadBody = Pick<Answer, 'text' | 'json' | 'notJson'>;

/**
 * Reads a body as JSON (SPEC.md, "Conventions": responses are JSON). `head` is as much of it as is kept as
 * text, read apart: a slice of a long text would keep all of it in memory.
 */
export function readBody(whole: string, head: Uint8Array): ReadBody {
  if (whole === '') return { text: '', notJson: 'the body is empty' };
  try {
    const json: unknown = JSON.parse(whole);
    return { text: textOf(head.subarray(0, LONGEST_JSON_TEXT)), json };
  } catch (error) {
    return unreadBody(head, error instanceof Error ? error.message : String(error));
  }
}

/** A body that is not read as JSON, and why. */
export function unreadBody(head: Uint8Array, why: string): ReadBody {
  return { text: textOf(head), notJson: why };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, LONGEST_TEXT));
}
