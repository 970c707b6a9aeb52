import { cut, type Redaction } from '../redaction.js';
import type { Challenges } from '../report.js';
import { type Answer, header, named } from './answer.js';
import type { RateLimiter } from './rate-limiter.js';
import { TransportError } from './transport-error.js';

/** How often a request is sent again after the page of a wall; more often for restoring. */
const MOST_RETRIES = 5;
const MOST_WHERE_PERSISTENT = 20;

/** After so many lost requests in a row, requests are sent once: the wall stays. */
const MOST_LOST = 3;

/** How the pages of walls are known: by a header, or by traces in the page. */
const CHALLENGE_HEADERS = ['cf-mitigated', 'x-amzn-waf-action'];
const CHALLENGE_PAGE =
  /\/\.within\.website\/|\banubis_|\/cdn-cgi\/challenge-platform\/|<title>\s*(?:(?:Just a|One)\s+moment|Making sure you|Checking your browser|DDoS-Guard)/i;

/** The paths that return JSON or mail, never a page. */
const DATA = /\/api\/|\/(?:mbox|raw)\/?$/;

/** Sends requests again that got the HTML page of a bot wall in place of the instance's response. */
export class BotWall {
  readonly #seen: Challenges = { received: 0, lost: 0, title: '' };
  /** The requests lost since the last response. */
  #lostInARow = 0;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly redaction: Redaction,
  ) {}

  /** The pages received in place of responses; undefined if there were none. */
  get challenges(): Challenges | undefined {
    return this.#seen.received === 0 ? undefined : { ...this.#seen };
  }

  /** Sends a request, again after a page if `mayRepeat` allows it. Throws a TransportError if pages remain. */
  async ask(send: () => Promise<Answer>, mayRepeat?: () => Promise<boolean>): Promise<Answer> {
    for (let retries = 0; ; retries += 1) {
      const answer = await send();
      if (!isChallenge(answer)) {
        this.#lostInARow = 0;
        return answer;
      }
      const title = titleOf(answer);
      this.#seen.received += 1;
      this.#seen.title = title || this.#seen.title;
      if (retries < this.#most && ((await mayRepeat?.()) ?? true)) {
        await this.limiter.rest(Math.min(retries + 1, MOST_RETRIES));
        continue;
      }
      this.#seen.lost += 1;
      this.#lostInARow += 1;
      const page = `an HTML page${title === '' ? '' : ` (“${title}”)`}`;
      const again = retries > 0 ? `, also on ${retries} retries` : '';
      const message = `${named(answer)} returned ${answer.status} and ${page} instead of data${again}, as a bot wall does (--header, --user-agent or --gentle may pass it)`;
      throw new TransportError('unavailable', this.redaction.text(message));
    }
  }

  get #most(): number {
    if (this.limiter.isPersistent) return MOST_WHERE_PERSISTENT;
    return this.#lostInARow < MOST_LOST ? MOST_RETRIES : 0;
  }
}

/** Whether a response is the HTML page of a bot wall where data is due. */
function isChallenge(answer: Answer): boolean {
  if (answer.json !== undefined || !DATA.test(new URL(answer.url).pathname)) return false;
  if (!/^text\/html\b/i.test(header(answer, 'content-type') ?? '')) return false;
  const isMarked = CHALLENGE_HEADERS.some((name) => header(answer, name) !== undefined);
  return isMarked || CHALLENGE_PAGE.test(answer.text);
}

function titleOf({ text }: Answer): string {
  const title = /<title[^>]*>([^<]*)</i.exec(text)?.[1] ?? '';
  return cut(title.replaceAll('&#39;', "'").replace(/\s+/g, ' ').trim(), 80);
}
