import { readFileSync } from 'node:fs';
import { isObject } from '../harness/place.js';
import { isVersion, type Version } from '../harness/version.js';

/** A request as it went out, its credentials replaced by the names of the variables that hold them. */
export interface Recorded {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
}

/**
 * The requests of a run from its HAR (`--report RUN.har`), in the order in which they went out. Throws
 * an Error for what is no HAR.
 */
export function recordedRequests(file: string): Recorded[] {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const log = isObject(value) ? value.log : undefined;
  const entries = isObject(log) ? log.entries : undefined;
  if (!Array.isArray(entries)) throw new Error(`${file} is no HTTP Archive`);
  return entries.map((entry: unknown) => recorded(entry, file));
}

/** The version that a path asks for, or nothing if it names none that there is. */
export function versionIn(path: string): Version | undefined {
  const named = /\/api\/(\d\.\d)(\/|$)/.exec(path)?.[1] ?? '';
  return isVersion(named) ? named : undefined;
}

function recorded(entry: unknown, file: string): Recorded {
  const request = isObject(entry) ? entry.request : undefined;
  if (!isObject(request)) throw new Error(`an entry of ${file} holds no request`);
  const { pathname, search } = new URL(String(request.url));
  const headers = Array.isArray(request.headers) ? request.headers : [];
  return {
    method: String(request.method),
    path: `${pathname}${search}`,
    headers: Object.fromEntries(headers.flatMap(pair)),
  };
}

function pair(header: unknown): [string, string][] {
  return isObject(header) ? [[String(header.name), String(header.value)]] : [];
}
