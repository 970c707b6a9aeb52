import { cut } from '../masked.js';
import { isObject } from '../place.js';
import { type Answer, header } from './answer.js';
import type { Refusals } from './traffic.js';

/** A response that may have been sent by something in front of the instance. */
export interface Refusal {
  kind: Refusals['kind'];
  /** Equal for the responses of the same rate limit, gateway or wall. */
  mark: string;
  /** What a client may send its request again for: `page` of a bot wall, a status, `503-retry-after`. */
  retried: string;
  /** In words: `429`, `403 and a page (“403 Forbidden”)`. */
  says: string;
  /** Set if it says itself that it is none of the instance's: never taken for its answer (docs/verdicts.md B-49). */
  isForeign: boolean;
  /** Whether a write that was refused so may have arrived: a gateway had passed it on, perhaps. */
  mayHaveArrived: boolean;
}

/** Statuses that are no answer of the instance (docs/verdicts.md B-49), and may be temporary. */
const NOT_NOW: Record<number, string> = {
  408: 'request timeout',
  421: 'misdirected request',
  425: 'too early',
  429: 'too many requests',
  502: 'the gateway got no response',
  503: 'service unavailable',
  504: 'the gateway timed out',
};

/** Those with which a gateway refuses while it has no response; where they stay, a path of the instance is broken. */
const OF_GATEWAYS = [502, 503, 504];

/** Statuses below 500 with which a rate limit or a gateway refuses as well. */
const OF_LIMITS = [403, 406, 408, 421, 425];

/** How the pages of walls are known: by a header, or by traces in the page. */
const CHALLENGE_HEADERS = ['cf-mitigated', 'x-amzn-waf-action'];
const CHALLENGE_PAGE =
  /\/\.within\.website\/|\banubis_|\/cdn-cgi\/challenge-platform\/|<title>\s*(?:(?:Just a|One)\s+moment|Making sure you|Checking your browser|DDoS-Guard)/i;

/** The paths that return JSON, which a browser gets as a page; and those that return mail. */
const API = /\/api\//;
const MAIL = /\/(?:mbox|raw)\/?$/;

/** Classifies a response; undefined if it is the instance's own. `wantsPage` if the request asked for HTML. */
export function refusalOf(answer: Answer, wantsPage = false): Refusal | undefined {
  const { status } = answer;
  const notNow = isOfCdn(status) ? 'the CDN got no response' : NOT_NOW[status];
  const isDated = header(answer, 'retry-after') !== undefined;
  const isOfGateways = OF_GATEWAYS.includes(status);
  const common = {
    retried: retriedFor(status, isDated),
    isForeign: isDated || (notNow !== undefined && !isOfGateways),
    mayHaveArrived: isOfCdn(status) || (isOfGateways && !(status === 503 && isDated)),
  };
  const page = pageIn(answer);
  if (page !== undefined) {
    const isMarked = CHALLENGE_HEADERS.some((name) => header(answer, name) !== undefined);
    const isChallenge = isMarked || CHALLENGE_PAGE.test(answer.text);
    const mayBeOwn = wantsPage && API.test(answer.url);
    const isRefused = notNow !== undefined || (!mayBeOwn && isOfGateway(status));
    if (isChallenge || isRefused) {
      const says = `${status} and ${page}`;
      const mark = `${status} ${page}`;
      if (isChallenge) {
        return { ...common, kind: 'challenge', mark, retried: 'page', says, isForeign: true };
      }
      return { ...common, kind: 'page', mark, says };
    }
  }
  if (notNow === undefined) return undefined;
  return { ...common, kind: 'busy', mark: String(status), says: `${status} (${notNow})` };
}

/** Whether a status is one of a CDN, such as Cloudflare. */
function isOfCdn(status: number): boolean {
  return status >= 520 && status <= 530;
}

function retriedFor(status: number, isDated: boolean): string {
  // A server closes an idle connection with a 408: clients take it for closed.
  if (status === 408) return 'closed';
  return `${status}${isDated ? '-retry-after' : ''}`;
}

/** Statuses of the framework's own pages. */
const OF_FRAMEWORK = [400, 404, 500];

/** A page that sending again does not help against, of a web server's own limit (405, 413, 414, 501), in words. */
export function limitIn(answer: Answer): string | undefined {
  const { status } = answer;
  const page = status < 400 || OF_FRAMEWORK.includes(status) ? undefined : pageIn(answer);
  return page === undefined ? undefined : `${status} and ${page}`;
}

/**
 * Whether this API sends no page with a status: the framework's own are 400, 404 and 500, and those above 504 are of
 * gateways and CDNs only (508, 509, 520 to 530).
 */
function isOfGateway(status: number): boolean {
  return OF_LIMITS.includes(status) || status > 504;
}

/**
 * The page, plain text or JSON of something else than this API in a response, in words: `an HTML page (“403
 * Forbidden”)`. Undefined if it has none, or if that may be what was requested.
 */
export function pageIn({ json, url, status, text, ...answer }: Answer): string | undefined {
  // This API says why in `detail`.
  const isOther = isObject(json) && !Object.hasOwn(json, 'detail');
  if (isOther && isOfGateway(status)) return 'JSON without `detail`';
  const { pathname } = new URL(url);
  const isError = status >= 400;
  if (json !== undefined || !(isError || API.test(pathname) || MAIL.test(pathname)))
    return undefined;
  const [, type] = /^text\/(html|plain)\b/i.exec(header(answer, 'content-type') ?? '') ?? [];
  const isPage = type?.toLowerCase() === 'html';
  if (type === undefined || (!isPage && !isError)) return undefined;
  const [, title = '', end] = /<title[^<>]*>([^<]*)<(\/title)?/i.exec(text) ?? [];
  // Of several lines only the first: joined, a secret that is wrapped between them would not be recognized.
  const [line = '', more] = (isPage ? title : text).trim().split(/[\r\n]/, 2);
  const isCut = more !== undefined || (isPage && line !== '' && end === undefined);
  // The ellipsis tells the beginning of a secret.
  const shown = `${line.replaceAll('&#39;', "'").replace(/\s+/g, ' ')}${isCut ? '…' : ''}`;
  const plain = cut(shown, 80);
  return `${isPage ? 'an HTML page' : 'plain text'}${plain === '' ? '' : ` (“${plain}”)`}`;
}
