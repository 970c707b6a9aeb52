import type { Version } from '../../specification/versions.js';
import type { OddJson } from './odd-json.js';

/** The traffic of a run. `bytes` counts response bodies. */
export interface Traffic {
  requests: number;
  bytes: number;
  byMethod: Record<string, number>;
  /** Responses by status. */
  byStatus: Record<string, number>;
  /** What something in front of the instance refused; undefined if nothing. */
  refusals?: Refusals;
  /**
   * How many responses were refusals for now, by status; those with `Retry-After` as `503-retry-after`, those of a bot
   * wall as `page`, connections closed in place of a response as `closed`. Undefined if there were none.
   */
  retried?: Record<string, number>;
  /** How many responses were JSON that parsers read in different ways; undefined if none. */
  oddities?: Partial<Record<OddJson, number>>;
}

/** How long the instance took for the reads of one endpoint in one version that returned 200. */
export interface Latency {
  /** The path below the version: `/patches/{id}/checks/`. */
  endpoint: string;
  version: Version;
  /** Set if it returned a list. */
  isList?: true;
  requests: number;
  /** From sending a request to the end of its response, in milliseconds. */
  medianMs: number;
  worstMs: number;
  /** Total size of the response bodies. */
  bytes: number;
}

/** Responses of something in front of the instance, such as a rate limit or a bot wall, in place of its own. */
export interface Refusals {
  /** `challenge` if a bot wall sent one of them; `page` if one was a page; else `busy`: a status alone. */
  kind: 'challenge' | 'page' | 'busy';
  /** How many were received. Each request was sent again. */
  received: number;
  /** How many requests got nothing else; what could not be checked without them is an error. */
  lost: number;
  /** The status of the last one, and the page if it was one. */
  by: string;
  /** How many requests a second were sent at the first one. */
  pace?: number;
}
