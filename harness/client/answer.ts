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
  /** The body as text, UTF-8. */
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
export function named(answer: Answer): string {
  const url = new URL(answer.url);
  return `${answer.method} ${url.pathname}${url.search}`;
}

/** Reads a body as JSON (SPEC.md, "Conventions": responses are JSON). */
export function readBody(text: string): Pick<Answer, 'text' | 'json' | 'notJson'> {
  if (text === '') return { text, notJson: 'the body is empty' };
  try {
    return { text, json: JSON.parse(text) as unknown };
  } catch (error) {
    return { text, notJson: error instanceof Error ? error.message : String(error) };
  }
}
