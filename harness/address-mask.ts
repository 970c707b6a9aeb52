import { FILTER_FORMS } from '../specification/filter-forms.js';
import type { ValueKind } from '../specification/filters.js';
import type { Decoded } from './escapes.js';
import type { Passage } from './masked.js';

const MAY_BE_ADDRESSES: readonly ValueKind[] = ['name', 'email', 'message-id', 'text'];

/** The search, the filters of docs/api.md, and two more that deployed releases have. */
const PARAMETERS = [
  'q',
  ...FILTER_FORMS.filter(({ value }) => MAY_BE_ADDRESSES.includes(value)).map(
    ({ filter }) => filter.parameter,
  ),
  'actor',
  'delegate',
];

/**
 * Query parameters that may contain an e-mail address or message id. An address may contain `=`
 * itself (`bounce=bob=example.org@lists.example.org`), so only these names are left unmasked.
 */
const PARAMETER = new RegExp(`^(?:${[...new Set(PARAMETERS)].join('|')})=(?=.)`, 'su');

/**
 * Letters, digits and signs of the name in an address (`atext` of RFC 5322, but for `/` and `?`, which are in URLs);
 * part of a letter may be a surrogate.
 */
const SIGN = /[\p{L}\p{M}\p{N}\p{Cs}\p{Cf}._%+=$!~#&'*^`{|}-]/u;

/** Signs that may also stand around an address, before a name. */
const OPENING = /[#&'*^`{|]/;

/** What is before the last parameter of a query. */
const OTHER_PARAMETERS = /^.*&(?=[\w-]{1,40}=)/su;

/** The host after `@`, which may be cut there. */
const HOST =
  /(?=…)|\p{Cf}{0,9}[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\p{Cf}.-]{0,252}[\p{L}\p{M}\p{N}])?/uy;

/** No real name is longer. */
const LONGEST_NAME = 256;

const MESSAGE_ID_IN_URL = /[?&]msgid=([^&#]+)/g;
const MESSAGE_ID_IN_BODY =
  /"(msgid|message-id|in-reply-to|references)":\s{0,9}"((?:[^"\\]|\\.){1,2000})"/gi;

/** What headers that name other mails hold, if they hold no prose. */
const IDS_ONLY = /^[\s,]*(?:<[^<>\s]+>[\s,]*)+$/;

/** Where one message id ends and another begins (`References`). */
const BETWEEN = /[<>\s,]+/;

/** A run sees some thousands; a hostile instance could send any number. */
const MOST_MESSAGE_IDS = 50_000;

/** The most of them that look alike from a slash on. */
const MOST_ALIKE = 20;

/** Longer ones are none of a mail program. */
const LONGEST_ID = 256;

/** Finds the e-mail addresses in texts, but not the message ids that were seen. */
export class AddressMask {
  /** Message ids, in small letters, by what looks like an address at their end. */
  readonly #messageIds = new Map<string, Set<string>>();
  #known = 0;

  /**
   * Takes note of the message ids in a URL and in a body: they look like addresses, are none, and are
   * not masked, since a request that names one could not be repeated otherwise.
   */
  learnMessageIds(url: string, body: string): void {
    const ids = [
      ...[...url.matchAll(MESSAGE_ID_IN_URL)].map(([, id = '']) => decoded(id)),
      ...[...body.matchAll(MESSAGE_ID_IN_BODY)].flatMap(([, name = '', id = '']) => {
        const plain = unescaped(id);
        return /-to$|^references$/i.test(name) && !IDS_ONLY.test(plain) ? [] : [plain];
      }),
    ];
    for (const id of ids.flatMap((each) => each.split(BETWEEN))) {
      const plain = id.toLowerCase();
      if (plain.length > LONGEST_ID) continue;
      const last = addressesIn(plain).at(-1);
      if (last?.end !== plain.length) continue;
      const tail = plain.slice(last.start);
      const known = this.#messageIds.get(tail) ?? new Set();
      if (known.has(plain) || known.size === MOST_ALIKE) continue;
      if (this.#known >= MOST_MESSAGE_IDS) return;
      this.#known += 1;
      this.#messageIds.set(tail, known.add(plain));
    }
  }

  /**
   * The addresses in a decoded text: the first letters of name and host remain, and the name of a
   * parameter before it (`?submitter=a***@b***`).
   */
  find({ text, places }: Decoded): Passage[] {
    return addressesIn(text).flatMap(({ start, at, end }) => {
      if (this.#isMessageId(text, start, end)) return [];
      const [name = ''] = text.slice(start, at);
      const [host = ''] = text.slice(at + 1, end).replace(/\p{Cf}/gu, '');
      return {
        start: places?.[start] ?? start,
        end: places?.[end] ?? end,
        mask: `${name}***@${host === '' ? '' : `${host}***`}`,
        weight: 0,
      };
    });
  }

  /** Whether a message id that was seen ends there; a slash in one is no part of what looks like an address. */
  #isMessageId(text: string, start: number, end: number): boolean {
    // A slash is escaped twice in URLs of web pages.
    const own = decoded(decoded(text.slice(start, end)))
      .toLowerCase()
      .replace(/^<+/, '');
    const alike = this.#messageIds.get(own.slice(addressesIn(own).at(-1)?.start));
    if (alike === undefined || alike.has(own)) return alike !== undefined;
    return [...alike].some((id) => {
      const begin = end - id.length;
      const isWhole = begin === 0 || !SIGN.test(text[begin - 1] ?? '');
      return begin >= 0 && isWhole && text.slice(begin, end).toLowerCase() === id;
    });
  }
}

/** Where the addresses of a text begin, without the name of a parameter, have their `@` and end. */
function addressesIn(text: string): { start: number; at: number; end: number }[] {
  const found: { start: number; at: number; end: number }[] = [];
  let done = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    HOST.lastIndex = at + 1;
    if (!HOST.test(text)) continue;
    const end = HOST.lastIndex;
    let start = at;
    while (start > done && at - start < LONGEST_NAME && SIGN.test(text[start - 1] ?? ''))
      start -= 1;
    // What an escape has is no part of the name.
    if (text[start - 1] === '\\') {
      start += /^u[\da-f]{4}/i.test(text.slice(start, start + 5)) ? 5 : 1;
    }
    const [others = ''] = OTHER_PARAMETERS.exec(text.slice(start, at)) ?? [];
    start += others.length;
    while (start < at && OPENING.test(text[start] ?? '')) start += 1;
    if (start >= at) continue;
    const [parameter = ''] = PARAMETER.exec(text.slice(start, at)) ?? [];
    found.push({ start: start + parameter.length, at, end });
    done = end;
  }
  return found;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text as JSON has it. */
function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
