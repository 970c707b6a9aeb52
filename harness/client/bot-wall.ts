import { cut, type Redaction } from '../redaction.js';
import type { Challenges } from '../report.js';
import { type Answer, header, named } from './answer.js';
import type { RateLimiter } from './rate-limiter.js';
import { TransportError } from './transport-error.js';

/** How often a request is sent again after an HTML page; more often for restoring. */
const MOST_RETRIES = 5;
const MOST_WHERE_PERSISTENT = 20;
/** Before anything else was returned, it is rather another site or a login page. */
const MOST_AT_FIRST = 1;

/** After so many lost requests in a row, requests are sent once: the wall stays. */
const MOST_LOST = 3;

/** The header of the challenge of a content delivery network, and the traces of others in the page. */
const CHALLENGE_HEADERS = ['cf-mitigated', 'x-amzn-waf-action'];
const CHALLENGE_PAGE =
  /\/\.within\.website\/|\banubis_|\/cdn-cgi\/challenge-platform\/|<title>\s*(?:Just a moment|Making sure you|Checking your browser|DDoS-Guard)/i;

/** The paths that return JSON or mail, never a page. */
const DATA = /\/api\/|\/(?:mbox|raw)\/?$/;

/** A request as far as the wall needs it. */
export interface Walled {
  /** Sends the request; rejects without a response. */
  send(): Promise<Answer>;
  /** The `Accept` of the request, if it has one of its own. */
  accept?: string;
  /** Called before the request is sent again. */
  mayRepeat?(): Promise<boolean>;
  /** Repeats a read that had returned JSON; undefined if none has. */
  reread: (() => Promise<Answer>) | undefined;
}

/**
 * Recognises the HTML pages of a bot wall, which stand in place of some responses, and sends those
 * requests again. A page that does not go away is an error if other requests get through now and
 * then, or if a read that worked before returns a page as well; otherwise it is the response of the
 * instance.
 */
export class BotWall {
  readonly #limiter: RateLimiter;
  readonly #redaction: Redaction;
  readonly #challenges: Challenges = { received: 0, lost: 0, title: '' };
  /** The paths, without ids, that return a page although others do not. */
  readonly #pages = new Set<string>();
  /** The requests lost since the last response. */
  #lostInARow = 0;
  #isPersistent = false;

  constructor(limiter: RateLimiter, redaction: Redaction) {
    this.#limiter = limiter;
    this.#redaction = redaction;
  }

  /** The pages received in place of responses; undefined if there were none. */
  get challenges(): Challenges | undefined {
    return this.#challenges.received === 0 ? undefined : { ...this.#challenges };
  }

  /** Sends requests again for minutes from now on. */
  persist(): void {
    this.#isPersistent = true;
  }

  /** Sends a request, again if a page is returned. Throws a TransportError for the page of a wall. */
  async ask({ send, accept, mayRepeat, reread }: Walled): Promise<Answer> {
    for (let retries = 0; ; retries += 1) {
      const answer = await send();
      // Another request may have learned in the meantime that this path returns pages.
      if (isPage(answer, accept) && this.#isKnown(answer)) return answer;
      if (!isPage(answer, accept)) {
        this.#note(retries);
        this.#lostInARow = 0;
        return answer;
      }
      this.#challenges.title = titleOf(answer) || this.#challenges.title;
      const isFirst = reread === undefined && !isChallenge(answer);
      const most = isFirst ? MOST_AT_FIRST : this.#most;
      if (retries < most && ((await mayRepeat?.()) ?? true)) {
        await this.#limiter.rest(Math.min(retries + 1, MOST_RETRIES));
        continue;
      }
      if (!(await this.#isWall(answer, reread))) {
        this.#pages.add(pathOf(answer));
        return answer;
      }
      this.#note(retries + 1, 1);
      this.#lostInARow += 1;
      throw this.#error(answer, retries);
    }
  }

  get #most(): number {
    if (this.#isPersistent) return MOST_WHERE_PERSISTENT;
    return this.#lostInARow < MOST_LOST ? MOST_RETRIES : 0;
  }

  /** Whether this path is known to return pages, and no wall was seen. */
  #isKnown(answer: Answer): boolean {
    return this.#challenges.received === 0 && this.#pages.has(pathOf(answer));
  }

  #note(received: number, lost = 0): void {
    this.#challenges.received += received;
    this.#challenges.lost += lost;
  }

  async #isWall(answer: Answer, reread: Walled['reread']): Promise<boolean> {
    if (this.#challenges.received > 0 || isChallenge(answer)) return true;
    return reread !== undefined && isPage(await reread());
  }

  #error(answer: Answer, retries: number): TransportError {
    const title = titleOf(answer);
    const page = `an HTML page${title === '' ? '' : ` (“${title}”)`}`;
    const again = retries > 0 ? `, also on ${retries} retries` : '';
    const message = `${named(answer)} returned ${answer.status} and ${page} instead of data${again}, as a bot wall does (--header, --user-agent or --gentle may pass it)`;
    return new TransportError('unavailable', this.#redaction.text(message));
  }
}

/** Whether a response is an HTML page where data is due. */
function isPage(answer: Answer, accept?: string): boolean {
  if (answer.json !== undefined || !DATA.test(new URL(answer.url).pathname)) return false;
  if (!/^text\/html\b/i.test(header(answer, 'content-type') ?? '')) return false;
  if (isChallenge(answer)) return true;
  const isAskedFor = accept?.includes('text/html') ?? false;
  return answer.status === 200 && !isAskedFor && /^\s*</.test(answer.text);
}

/** Whether a page is the challenge of a known bot wall. */
function isChallenge(answer: Answer): boolean {
  return (
    CHALLENGE_HEADERS.some((name) => header(answer, name) !== undefined) ||
    CHALLENGE_PAGE.test(answer.text)
  );
}

function titleOf({ text }: Answer): string {
  const title = /<title[^>]*>([^<]*)</i.exec(text)?.[1] ?? '';
  return cut(title.replaceAll('&#39;', "'").replace(/\s+/g, ' ').trim(), 80);
}

/** The method and path without ids. */
function pathOf({ method, url }: Answer): string {
  return `${method} ${new URL(url).pathname.replace(/\/\d+(?=\/|$)/g, '/{id}')}`;
}
