import { inApi, pattern } from '../../specification/endpoint-of-request.js';
import { isVersion, type Version } from '../../specification/versions.js';
import type { Answer } from './answer.js';
import { hasInexactNumber, type OddJson } from './odd-json.js';
import { plainUrl } from './read-memory.js';
import type { Latency, Traffic } from './traffic.js';

/** So many reads of a role are on record, and only URLs of at most so many characters: an instance chooses its links. */
const MOST_READS = 10_000;
const LONGEST_URL = 500;

/** How a role or a version is refused. */
const REFUSALS = [401, 403, 404];

interface Measurements {
  endpoint: string;
  version: Version;
  isList: boolean;
  ms: number[];
  worstMs: number;
  bytes: number;
}

const EMPTY = { isList: false, worstMs: 0, bytes: 0 };

/** A response that refuses a role with 401 or 403, or anything of a version with 404. */
type Refused = Pick<Answer, 'role' | 'status'> & { version?: string };

/** Counts requests and responses, and measures how long reads took, by endpoint and version. */
export class TrafficLog {
  /** How many requests were sent. */
  requests = 0;
  #bytes = 0;
  readonly #byMethod: Record<string, number> = {};
  readonly #byStatus: Record<string, number> = {};
  readonly #oddities: Partial<Record<OddJson, number>> = {};
  /** The exchanges whose numbers or URLs JavaScript cannot represent. */
  readonly #inexact = new Set<number>();
  /** The responses that may show that a role is signed in no longer, or a version not offered, by exchange. */
  readonly refused = new Map<number, Refused>();
  /** The exchanges with authenticated callers. */
  readonly signedIn = new Set<number>();
  readonly #measured = new Map<string, Measurements>();
  /** The URLs that each role has looked at, as they were sent. */
  readonly reads = new Map<string, Set<string>>();

  /** Counts a request that is about to be sent. */
  sent(method: string): void {
    this.requests += 1;
    this.#byMethod[method] = (this.#byMethod[method] ?? 0) + 1;
  }

  /** Counts a response. Measured are reads with status 200, of endpoints of the API. */
  received(answer: Answer, ms: number, bytes: number): void {
    const { exchange, role, method, url, status, json, oddities = [] } = answer;
    for (const each of oddities) this.#oddities[each] = (this.#oddities[each] ?? 0) + 1;
    const isAsked = this.#inexact.size > 0 && hasInexactNumber(url);
    if (isAsked || oddities.includes('inexact-number')) this.#inexact.add(exchange);
    if (role !== 'anonymous') this.signedIn.add(exchange);
    this.#bytes += bytes;
    this.#byStatus[status] = (this.#byStatus[status] ?? 0) + 1;
    const { version, path } = inApi(new URL(url).pathname) ?? {};
    if (REFUSALS.includes(status)) this.refused.set(exchange, { role, status, version });
    if (method !== 'GET') return;
    if (status !== 200 || path === undefined) return;
    if (version === undefined || !isVersion(version)) return;
    const endpoint = pattern(path);
    const key = `${version} ${endpoint}`;
    const times = this.#measured.get(key) ?? { ...EMPTY, endpoint, version, ms: [] };
    times.ms.push(ms);
    times.worstMs = Math.max(times.worstMs, ms);
    times.bytes += bytes;
    times.isList ||= Array.isArray(json);
    this.#measured.set(key, times);
  }

  /** Puts a read on record: what it asks for was looked at. */
  looked({ role, method, url }: Pick<Answer, 'role' | 'method' | 'url'>): void {
    if (method !== 'GET') return;
    const own = this.reads.get(role) ?? new Set();
    this.reads.set(role, own);
    if (own.size < MOST_READS && url.length <= LONGEST_URL) own.add(plainUrl(url));
  }

  /** Whether an exchange has a number that JavaScript cannot represent: no verdict rests on it. */
  isInexact(exchange: number): boolean {
    return this.#inexact.has(exchange);
  }

  /** The traffic so far. */
  get traffic(): Traffic {
    return {
      requests: this.requests,
      bytes: this.#bytes,
      byMethod: { ...this.#byMethod },
      byStatus: { ...this.#byStatus },
      ...(Object.keys(this.#oddities).length === 0 ? {} : { oddities: { ...this.#oddities } }),
    };
  }

  /** By endpoint, then by version. */
  get latencies(): Latency[] {
    return [...this.#measured.values()]
      .map(
        ({ ms, worstMs, isList, ...own }): Latency => ({
          ...own,
          isList: isList ? true : undefined,
          requests: ms.length,
          medianMs: rounded(medianOf(ms)),
          worstMs: rounded(worstMs),
        }),
      )
      .sort(
        (a, b) => a.endpoint.localeCompare(b.endpoint) || a.version.localeCompare(b.version, 'en'),
      );
  }
}

/** The median of some numbers; 0 if there are none. */
export function medianOf(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const pair = Number.isInteger(middle) ? [sorted[middle - 1], sorted[middle]] : [];
  const [low = sorted[Math.floor(middle)] ?? 0, high = low] = pair;
  return (low + high) / 2;
}

/** Milliseconds with one decimal place. */
function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}
