import type { Api, Query } from '../../harness/api.js';
import { type Answer, header } from '../../harness/client/answer.js';
import { ForeignOrigin } from '../../harness/client/transport-error.js';
import { unexpected } from '../../harness/expect.js';
import { isObject } from '../../harness/place.js';
import { canonical, sameValue } from '../../harness/same-value.js';
import type { Mismatch } from '../../harness/violation.js';

/** The `Accept` of a browser, which is sent a page by many servers. */
export const AS_BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** As curl asks by default; the requests of `conv.json.any-accept`, which others share. */
export const AS_CURL = { headers: { accept: '*/*' } };

/** As a minimal client asks; the requests of `conv.json.no-accept`, which others share. */
export const WITHOUT_ACCEPT = { headers: { accept: '' } };

/**
 * What is wrong if a path is requested without its trailing slash. Expected is what the path with it returns,
 * directly or by one redirect; one to another origin is not followed (docs/verdicts.md B-25, B-45).
 */
export async function slashlessMismatches(
  api: Api,
  path: string,
  query?: Query,
): Promise<Mismatch[]> {
  const url = slashless(api, path, query);
  try {
    const answer = await api.followWithRedirect(url);
    if (answer.status !== 200) return [mismatch(answer, answer.status, `${answer.status}`)];
    const [id, wanted] = [answer, await api.get(path, { query })].map(contentOf);
    const isSame = id !== undefined && sameValue(id, wanted);
    return isSame ? [] : [mismatch(answer, id, `${inWords(id)}, not ${inWords(wanted)}`)];
  } catch (error) {
    if (!(error instanceof ForeignOrigin)) throw error;
    const answer = await api.follow(url);
    const location = header(answer, 'location');
    return [mismatch(answer, location, `a redirect to another origin, ${location}`)];
  }
}

/** Reads a path without its trailing slash. Redirects are not followed. */
export function getSlashless(api: Api, path: string): Promise<Answer> {
  return api.follow(slashless(api, path));
}

function slashless(api: Api, path: string, query?: Query): string {
  return api.path(path, query).replace(/\/(?=\?|$)/, '');
}

/** The id of an object, those of a list, or an object without one: the root. Undefined if it is neither. */
function contentOf({ json }: Answer): unknown {
  if (Array.isArray(json)) return json.map((row: unknown) => (isObject(row) ? row.id : row));
  return isObject(json) ? (json.id ?? json) : undefined;
}

function inWords(content: unknown): string {
  if (content === undefined) return 'no JSON';
  return Array.isArray(content) ? `a list of ${content.length} objects` : canonical(content);
}

function mismatch(answer: Answer, received: unknown, got: string): Mismatch {
  const expected = 'the response to the path with a trailing slash, directly or by one redirect';
  return unexpected(answer, expected, got, { received });
}
