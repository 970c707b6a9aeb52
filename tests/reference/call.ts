import type { Reference } from '../../fixtures/reference/start.js';

/** A response with its body. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** The options of a request. */
export interface Call {
  role?: 'user' | 'other' | 'maintainer';
  method?: string;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as a form. */
  form?: string | FormData;
  /** Sent unchanged, without a `Content-Type`. */
  untyped?: string;
  headers?: Record<string, string>;
}

/** Sends a request to an instance, without following redirects. */
export async function call(to: Reference, path: string, how: Call = {}): Promise<Answer> {
  const headers = new Headers(how.headers);
  if (how.role !== undefined) headers.set('authorization', `Token ${to.roles[how.role].token}`);
  if (how.json !== undefined) headers.set('content-type', 'application/json');
  if (typeof how.form === 'string') {
    headers.set('content-type', 'application/x-www-form-urlencoded');
  }
  const body =
    how.json === undefined
      ? (how.form ?? (how.untyped === undefined ? null : Buffer.from(how.untyped)))
      : JSON.stringify(how.json);
  const response = await fetch(`${to.url}${path}`, {
    method: how.method ?? 'GET',
    headers,
    body,
    redirect: 'manual',
  });
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  return {
    status: response.status,
    headers: response.headers,
    body: type.startsWith('application/json') ? JSON.parse(text) : text,
  };
}

/** Asserts that a value is an object. */
export function object(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TypeError(`expected an object, got ${JSON.stringify(value)}`);
  }
  return { ...value };
}

/** Asserts that a value is an array of objects. */
export function rows(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) {
    throw new TypeError(`expected an array, got ${JSON.stringify(value)}`);
  }
  return value.map(object);
}

/** The ids of a list. */
export async function ids(to: Reference, path: string, how: Call = {}): Promise<unknown[]> {
  return rows((await call(to, path, how)).body).map((row) => row.id);
}
