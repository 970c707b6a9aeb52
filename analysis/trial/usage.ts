import { inApi, partsOf, pattern } from '../../specification/endpoint-of-request.js';
import { isVersion, VERSIONS, type Version } from '../../specification/versions.js';
import type { Request, Usage } from './result.js';

/** The version that answers a request: the newest where its URL names none. */
export function versionOf({ target }: Pick<Request, 'target'>): Version | undefined {
  const api = inApi(target);
  if (api === undefined) return undefined;
  const { version = VERSIONS.at(-1) ?? '' } = api;
  return isVersion(version) ? version : undefined;
}

/** The names of the fields of a body: of JSON, of a form, or of a multipart form. */
export function fieldsOf({ body = '', contentType = '' }: Request): string[] {
  if (/multipart\/form-data/i.test(contentType)) {
    return unique([...body.matchAll(/\bname="([^"]*)"/g)].map(([, name = '']) => name));
  }
  if (/x-www-form-urlencoded/i.test(contentType))
    return unique([...new URLSearchParams(body).keys()]);
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

/** What a client requests, by endpoint. */
export function usageOf(requests: readonly Request[]): Usage[] {
  const found = new Map<string, Request[]>();
  for (const request of requests) {
    const { path } = partsOf(request.target);
    const key = `${request.method} ${pattern(inApi(request.target)?.path ?? path)}`;
    found.set(key, [...(found.get(key) ?? []), request]);
  }
  return [...found].map(([key, own]) => {
    const [method = '', endpoint = ''] = key.split(' ');
    return {
      method,
      endpoint,
      versions: unique(own.flatMap(({ target }) => inApi(target)?.version ?? [])),
      parameters: unique(own.flatMap(({ target }) => [...partsOf(target).query.keys()])),
      fields: unique(own.flatMap(fieldsOf)),
    };
  });
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
