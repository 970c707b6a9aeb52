import { instead } from '../instead.js';
import { cut } from '../masked.js';
import type { Redaction } from '../redaction.js';
import { type Answer, header, named } from './answer.js';
import type { RateLimiter } from './rate-limiter.js';
import { limitIn, type Refusal, refusalOf } from './refusal.js';
import type { Write } from './request.js';
import type { Refusals, Traffic } from './traffic.js';
import { TransportError } from './transport-error.js';

/** How often a request is sent again after a status that may be temporary, and after a page. */
const MOST_RETRIES = { busy: 2, page: 4, challenge: 4 } as const;

/** The kinds of refusals, the most telling last. */
const KINDS: readonly Refusal['kind'][] = ['busy', 'page', 'challenge'];

/** The same for restoring. */
const MOST_WHERE_PERSISTENT = 20;

/** How often restoring waits for a lost connection, a second each. */
const MOST_OFFLINE = 15;

/** After so many lost requests in a row, requests are sent once: the wall stays. */
const MOST_LOST = 3;

/** A refusal that is the instance's answer at so many paths is so at any. */
const MANY_PLACES = 3;

/** A request that may be sent again. */
export interface Repeatable {
  /** Sends it when it is its turn; `isRefusal` tells whether its response is one of a rate limit. */
  send(isRefusal: (answer: Answer) => boolean): Promise<Answer>;
  /** Whether it asks for HTML. */
  wantsPage: boolean;
  /** Set for a write: when it may be sent again. */
  write?: Pick<Write, 'didNotArrive' | 'isRepeatable'>;
  /** Reads the root of the API, to find out whether other requests are answered. */
  control(): Promise<Answer>;
}

/**
 * Sends requests again that were refused for now, or by something in front of the instance. What an
 * identical request gets later was not the instance's answer; what it never gets is the instance's answer
 * if other requests are answered meanwhile, and no other request got it only for a while. What says itself
 * that it is no answer of the instance never is (docs/verdicts.md B-49).
 */
export class RetryPolicy {
  readonly #seen: Refusals = { kind: 'busy', received: 0, lost: 0, by: '' };
  readonly #retried: Record<string, number> = {};
  /** The marks of refusals that turned out not to be the instance's answers. */
  readonly #foreign = new Set<string>();
  /** The refusals that are answers of the instance: their marks, and at which paths. */
  readonly #standing = new Map<string, Set<string>>();
  /** Those of them that are pages, by exchange. */
  readonly #doubts = new Map<number, string>();
  /** The requests lost since the last response that was no refusal. */
  #lostInARow = 0;
  #offline = 0;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly redaction: Redaction,
  ) {}

  /** The refusals that were not the instance's; undefined if there were none. */
  get refusals(): Refusals | undefined {
    return this.#seen.received === 0 ? undefined : { ...this.#seen };
  }

  /** The same by kind, as a report has them. */
  get retried(): Traffic['retried'] {
    return Object.keys(this.#retried).length === 0 ? undefined : { ...this.#retried };
  }

  /** The page that was taken for the instance's answer in an exchange, in words; undefined if there was none. */
  doubtOf(exchange: number): string | undefined {
    return this.#doubts.get(exchange);
  }

  /**
   * Sends a request, and again if useful: a read always, a write if it did not arrive or is repeatable. Throws a
   * TransportError if there is no response of the instance.
   */
  async ask(request: Repeatable): Promise<Answer> {
    const { write, wantsPage } = request;
    const once = () => request.send((answer) => this.#slows(answer, wantsPage));
    let last: Refusal | undefined;
    for (let retries = 0; ; retries += 1) {
      const answer = await this.#connected(once, write);
      const refusal = refusalOf(answer, wantsPage);
      if (refusal === undefined) {
        if (last !== undefined) this.#note(last, retries, 0);
        this.#lostInARow = 0;
        const limit = wantsPage ? undefined : limitIn(answer);
        if (limit !== undefined) this.#doubts.set(answer.exchange, limit);
        return answer;
      }
      last = refusal;
      const isPage = refusal.kind === 'page' && !isLostWrite(refusal, request);
      if (isPage && this.#stands(answer, refusal)) return this.#asOwn(answer, refusal);
      const retryAfter = this.#retryAfter(answer);
      const canWait = retryAfter === undefined || this.limiter.canWait(retryAfter);
      const isSentOnce = isLostWrite(refusal, request) && write?.isRepeatable !== true;
      if (canWait && !isSentOnce && retries < this.#most(refusal)) {
        if (retryAfter === undefined) await this.limiter.rest(retries + 1);
        else this.limiter.holdBack(retryAfter);
        if (write === undefined || (await mayRepeat(write))) continue;
      }
      if (await this.#isOwn(answer, refusal, request)) return this.#asOwn(answer, refusal);
      throw this.#lost(answer, refusal, retries, canWait);
    }
  }

  #most({ kind }: Refusal): number {
    if (this.limiter.isPersistent) return MOST_WHERE_PERSISTENT;
    return this.#lostInARow < MOST_LOST ? MOST_RETRIES[kind] : 0;
  }

  /** Repeats a read once on another connection, and waits for a connection if requests must not fail. */
  async #connected(once: () => Promise<Answer>, write: Repeatable['write']): Promise<Answer> {
    const isRead = write === undefined;
    for (let isFirst = true; ; isFirst = false) {
      try {
        return await once();
      } catch (error) {
        const code = error instanceof TransportError ? error.code : undefined;
        // A kept-alive connection may be closed when it is reused.
        if (code === 'connection-lost' && isRead && isFirst) {
          this.#retried.closed = (this.#retried.closed ?? 0) + 1;
          continue;
        }
        // A read that restores must not fail for one answer that was slow.
        const isSlow = code === 'timeout' && isRead;
        const isOffline = code === 'connection-lost' || code === 'connection-failed' || isSlow;
        if (!isOffline || !this.limiter.isPersistent || this.#offline === MOST_OFFLINE) throw error;
        this.#offline += 1;
        this.limiter.holdBack('1');
        if (write !== undefined && !(await mayRepeat(write))) throw error;
      }
    }
  }

  /** When retrying for minutes, there is a pause before each retry. */
  #retryAfter(answer: Answer): string | undefined {
    const said = inSeconds(header(answer, 'retry-after'), header(answer, 'date'));
    if (!this.limiter.isPersistent) return said;
    return said === undefined || /^\s*0+\s*$/.test(said) ? '1' : said;
  }

  /** Whether a response is a refusal that a slower pace may prevent. */
  #slows(answer: Answer, wantsPage: boolean): boolean {
    const refusal = refusalOf(answer, wantsPage);
    if (refusal === undefined || this.#lostInARow >= MOST_LOST) return false;
    const isForNow = /^\s*0+\s*$/.test(header(answer, 'retry-after') ?? '');
    return !isForNow && !this.#stands(answer, refusal);
  }

  /** Whether the same refusal, of the same path or of many, is known to be the instance's answer. */
  #stands(answer: Answer, { mark, isForeign }: Refusal): boolean {
    if (isForeign) return false;
    const places = this.#standing.get(mark) ?? new Set();
    const isKnown = places.size >= MANY_PLACES || places.has(placeOf(answer));
    return isKnown && !this.#foreign.has(mark);
  }

  /** Whether a refusal that stays is the instance's answer. */
  async #isOwn(answer: Answer, refusal: Refusal, request: Repeatable): Promise<boolean> {
    if (refusal.isForeign || this.#foreign.has(refusal.mark)) return false;
    if (isLostWrite(refusal, request)) return false;
    if (this.#stands(answer, refusal)) return true;
    const control = await request.control().catch(instead(undefined, TransportError));
    return control !== undefined && refusalOf(control) === undefined;
  }

  #asOwn(answer: Answer, { kind, mark, says }: Refusal): Answer {
    const places = this.#standing.get(mark) ?? new Set();
    this.#standing.set(mark, places.add(placeOf(answer)));
    if (kind === 'page') this.#doubts.set(answer.exchange, says);
    this.limiter.recover();
    return answer;
  }

  /** Notes refusals that were not the instance's answers, and whether the request is lost. */
  #note({ mark, kind, retried, says }: Refusal, times: number, lost: number): void {
    this.#foreign.add(mark);
    this.#retried[retried] = (this.#retried[retried] ?? 0) + times;
    this.#lostInARow += lost;
    if (kind === 'busy' && mark !== '429') return;
    this.#seen.received += times;
    this.#seen.lost += lost;
    if (KINDS.indexOf(kind) >= KINDS.indexOf(this.#seen.kind)) {
      this.#seen.kind = kind;
      this.#seen.by = this.redaction.text(says);
    }
    this.#seen.pace ??= this.limiter.refusedAt;
  }

  #lost(answer: Answer, refusal: Refusal, retries: number, canWait: boolean): TransportError {
    this.#note(refusal, retries + 1, 1);
    const retryAfter = header(answer, 'retry-after') ?? '';
    const again = [
      retries > 0 ? ', also on retry' : '',
      canWait
        ? ''
        : `; Retry-After exceeds the remaining waiting time of this run (${cut(retryAfter, 40)})`,
    ].join('');
    const advice =
      refusal.kind === 'busy'
        ? '; try later, or with a smaller --concurrency or --rps'
        : ', as a rate limit or a bot wall does (--gentle, --header or --user-agent may pass it)';
    const message = `${named(answer)} returned ${refusal.says}${again}${advice}`;
    return new TransportError('unavailable', this.redaction.text(message));
  }
}

/** Whether a write whose response was lost may be sent again: a look, if there is one, decides. */
async function mayRepeat({ didNotArrive, isRepeatable }: NonNullable<Repeatable['write']>) {
  return didNotArrive === undefined ? isRepeatable === true : didNotArrive();
}

/** Whether it is a write that may have arrived: what it did is not known from any answer (docs/verdicts.md B-49). */
function isLostWrite({ mayHaveArrived }: Refusal, { write }: Repeatable): boolean {
  return write !== undefined && mayHaveArrived;
}

/** The path without ids and query. */
function placeOf({ url }: Answer): string {
  return new URL(url).pathname.replace(/\/\d+(?=\/)/g, '/N');
}

/** A `Retry-After` in seconds, where it is a date: from the `Date` of its response, since the clock here may be off. */
function inSeconds(said: string | undefined, date: string | undefined): string | undefined {
  const ms = Date.parse(said ?? '') - Date.parse(date ?? '');
  if (said === undefined || /^\s*\d+\s*$/.test(said) || Number.isNaN(ms)) return said;
  return String(Math.max(0, Math.ceil(ms / 1000)));
}
