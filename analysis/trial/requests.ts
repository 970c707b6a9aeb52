import { inApi, partsOf, pattern } from '../../specification/endpoint-of-request.js';
import type { ClientTrial, Request, Usage } from './result.js';

/** What the specification leaves out, and clients use all the same; the client contracts cover it. */
const UNSPECIFIED = /^DELETE |^\w+ \/patches\/(\{id\}\/(comments\/)?)?$/;

/** What a client requests, by endpoint, and the endpoints that the specification leaves out. */
export function examineRequests(
  requests: readonly Request[],
): Pick<ClientTrial, 'usage' | 'unspecified'> {
  const used = new Map<string, Request[]>();
  for (const request of requests) {
    const { method, target } = request;
    const endpoint = `${method} ${pattern(inApi(target)?.path ?? partsOf(target).path)}`;
    used.set(endpoint, [...(used.get(endpoint) ?? []), request]);
  }
  return {
    usage: [...used].map(([endpoint, own]) => usageOf(endpoint, own)),
    unspecified: [...used.keys()].filter((endpoint) => UNSPECIFIED.test(endpoint)),
  };
}

function usageOf(name: string, requests: readonly Request[]): Usage {
  const [method = '', endpoint = ''] = name.split(' ');
  return {
    method,
    endpoint,
    versions: unique(requests.flatMap(({ target }) => inApi(target)?.version ?? [])),
    parameters: unique(requests.flatMap(({ target }) => [...partsOf(target).query.keys()])),
    fields: unique(requests.flatMap(fieldsOf)),
  };
}

/** The names of the fields of a body: of JSON, of a form, or of a multipart form. */
function fieldsOf({ body = '', contentType = '' }: Request): string[] {
  if (/multipart\/form-data/i.test(contentType)) {
    return [...body.matchAll(/\bname="([^"]*)"/g)].map(([, name = '']) => name);
  }
  if (/x-www-form-urlencoded/i.test(contentType)) return [...new URLSearchParams(body).keys()];
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}
