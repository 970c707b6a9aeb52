import { type Part, textOf } from '../masked.js';
import { isObject } from '../place.js';
import type { Redaction } from '../redaction.js';
import type { Exchange, KeptBody } from '../report.js';
import type { Answer } from './answer.js';
import { curlLine } from './curl.js';
import { plainUrl } from './read-memory.js';
import { isRead } from './request.js';

/** The limit for a stored body, in characters. */
const EVIDENCE_LIMIT = 4000;

/** The limit for a stored header value, in characters. */
const HEADER_LIMIT = 2000;

/** The headers and body of a request. */
export interface Sent {
  headers: Record<string, string>;
  body?: string;
}

/** The measurements of an exchange. */
export interface Measured {
  at: Date;
  ms: number;
  bytes: number;
}

/** An exchange as it was: checks learn from it, and what a report shows of it is redacted then. */
interface Raw {
  answer: Omit<Answer, 'json'>;
  sent: Sent;
  measured: Measured;
}

/** Keeps the exchanges of a client in memory, and gives them out redacted. */
export class Recorder {
  readonly #redaction: Redaction;
  readonly #exchanges = new Map<number, Raw>();
  #untaken: number[] = [];

  constructor(redaction: Redaction) {
    this.#redaction = redaction;
  }

  /** The redacted record of an exchange. */
  exchange(n: number): Exchange | undefined {
    const raw = this.#exchanges.get(n);
    return raw && this.#redacted(raw);
  }

  /** The method, URL and status of an exchange on record, not redacted: for checks, never for a report. */
  plain(n: number): Pick<Answer, 'method' | 'url' | 'status'> | undefined {
    const raw = this.#exchanges.get(n);
    return raw && { ...raw.answer, url: plainUrl(raw.answer.url) };
  }

  /**
   * The number of the last write before a read of one object or of a list that made or changed it, so that evidence
   * can show the request which had the effect; undefined where none is on record. Any write causes events.
   */
  writeBefore(n: number): number | undefined {
    const read = this.plain(n);
    if (read === undefined || read.method !== 'GET') return undefined;
    const object = objectOf(read.url);
    const id = /\/(\d+)\/$/.exec(object)?.[1];
    const isCause = ({ exchange, method, url, text }: Raw['answer']) => {
      if (exchange >= n || isRead(method)) return false;
      const written = objectOf(plainUrl(url));
      if (id === undefined) return object === 'events/' || written.startsWith(object);
      if (written === object) return true;
      return method === 'POST' && object === `${written}${id}/` && hasId(text, id);
    };
    return [...this.#exchanges.values()].findLast(({ answer }) => isCause(answer))?.answer.exchange;
  }

  /** The redacted records of the exchanges since the last call. */
  take(): Exchange[] {
    const taken = this.#untaken;
    this.#untaken = [];
    return taken.flatMap((n) => this.exchange(n) ?? []);
  }

  /** Keeps an exchange; once, however often it is called. */
  record({ json, ...answer }: Answer, sent: Sent, measured: Measured): void {
    if (this.#exchanges.has(answer.exchange)) return;
    // Of a long list the text is only the beginning.
    const ids = [json].flat().flatMap((row) => (isObject(row) ? { msgid: row.msgid } : []));
    this.#redaction.learnMessageIds(answer.url, answer.text + JSON.stringify(ids));
    this.#exchanges.set(answer.exchange, { answer, sent, measured });
    this.#untaken.push(answer.exchange);
  }

  #redacted({ answer, sent, measured: { at, ms, bytes } }: Raw): Exchange {
    const clean = (text: string) => this.#redaction.text(text);
    const { role, method } = answer;
    // What was spelled anew means the same, and looks like a mistake.
    const url = this.#redaction.parts(plainUrl(answer.url));
    const headers = this.#redaction.headers(Object.entries(sent.headers), role);
    const body =
      sent.body === undefined
        ? undefined
        : this.#redaction.beginningParts(sent.body, EVIDENCE_LIMIT);
    const received: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(answer.headers)) {
      const plain = /^set-cookie2?$/.test(name) ? withoutCookies : (text: string) => text;
      const kept = (text: string) => this.#redaction.beginning(plain(text), HEADER_LIMIT);
      received[clean(name)] = Array.isArray(value) ? value.map(kept) : kept(value);
    }
    return {
      n: answer.exchange,
      role,
      startedAt: at.toISOString(),
      request: {
        method,
        url: textOf(url),
        headers: Object.fromEntries(headers.map(([name, value]) => [name, textOf(value)])),
        ...(body && kept(body, Buffer.byteLength(sent.body ?? ''))),
      },
      response: {
        status: answer.status,
        headers: received,
        ...kept(
          this.#redaction.beginningParts(answer.text, EVIDENCE_LIMIT, answer.isCut === true),
          bytes,
        ),
      },
      ms,
      curl: curlLine({ method, url, headers, body }),
    };
  }
}

/** A body as it is stored: how long it was is said where that is its beginning. */
function kept({ parts, isCut }: { parts: readonly Part[]; isCut: boolean }, bytes: number) {
  return { body: textOf(parts), ...(isCut ? { bodyBytes: bytes } : {}) } satisfies KeptBody;
}

/** The path of a URL below the version, with a slash at the end. */
function objectOf(url: string): string {
  const path = url.replace(/[?#].*/s, '').replace(/^.*?\/api\/\d+\.\d+\//, '');
  return `${path}/`.replace(/(?<!\/)\/+$/, '/');
}

/** Whether a body begins with this id; it may be cut, so it is not parsed. */
function hasId(body: string, id: string): boolean {
  return new RegExp(`^\\s*\\{\\s*"id":\\s*${id}\\b`).test(body) || body.includes(`/${id}/"`);
}

/** What may stand in a `Set-Cookie` header besides cookies: attributes, and the rest of a date behind its comma. */
const ATTRIBUTE =
  /^(?:(?:comment|domain|expires|max-age|path|port|priority|samesite|version)=|(?:discard|httponly|partitioned|secure)?$|\d\d[ -]\w{3}[ -]\d{2,4} [\d:]{8} GMT$)/i;

/** The header without the values of its cookies: that of a session is as secret as credentials. */
function withoutCookies(text: string): string {
  return text.replace(/[^;,]+/g, (part, index: number) => {
    if (index > 0 && ATTRIBUTE.test(part.trim())) return part;
    return part.replace(/^(\s*)([^=]*=)?.*$/s, '$1$2<cookie>');
  });
}
