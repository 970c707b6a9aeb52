import type { Api, ReadOptions } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import { ForeignOrigin } from '../../harness/client/transport-error.js';

/** Whether a value is a URL. */
export function isUrl(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}

/** Whether the path of a URL ends in a path, with or without its trailing slash. */
export function endsIn(url: string, path: string): boolean {
  return new URL(url).pathname.replace(/(?<!\/)\/*$/, '/').endsWith(path);
}

/**
 * GETs a URL from a response and follows at most one redirect (docs/verdicts.md B-25); undefined if the URL or the
 * redirect leads to another host, where nothing is sent (B-45).
 */
export async function followedInside(
  api: Api,
  url: string,
  options: Omit<ReadOptions, 'query'> = {},
): Promise<Answer | undefined> {
  try {
    return await api.followWithRedirect(url, options);
  } catch (error) {
    if (error instanceof ForeignOrigin) return undefined;
    throw error;
  }
}
