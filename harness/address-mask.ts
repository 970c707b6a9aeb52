import { FILTER_FORMS } from '../specification/filter-forms.js';
import type { ValueKind } from '../specification/filters.js';

const MAY_BE_ADDRESSES: readonly ValueKind[] = ['name', 'email', 'message-id', 'text'];

/** The search, the filters of SPEC.md, and two more that deployed releases have. */
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
const PARAMETER = `(?:${[...new Set(PARAMETERS)].join('|')})=`;

const NAME = /([\p{L}\p{N}._%+=-])[\p{L}\p{N}._%+=-]*/u;
const HOST = /([\p{L}\p{N}])[\p{L}\p{N}.-]*/u;

const ADDRESS = new RegExp(`(^${PARAMETER})?${NAME.source}(?:@|%40)${HOST.source}`, 'gu');

/** The characters of addresses. */
const PART = /[\p{L}\p{N}._%+=@-]/u;

const MESSAGE_ID_IN_URL = /[?&]msgid=([^&#]+)/g;
const MESSAGE_ID_IN_BODY =
  /"(?:msgid|message-id|in-reply-to|references)":\s*"((?:[^"\\]|\\.){1,2000})"/gi;

/** A run sees some thousands; a hostile instance could send any number. */
const MOST_MESSAGE_IDS = 50_000;

/** Masks the e-mail addresses in texts, but not the message ids that were seen. */
export class AddressMask {
  /** What looks like an address and is a part of a message id; in small letters. */
  readonly #messageIds = new Set<string>();

  /**
   * Takes note of the message ids in a URL and in a body: they look like addresses, are none, and are
   * not masked, since a request that names one could not be repeated otherwise.
   */
  learnMessageIds(url: string, body: string): void {
    const ids = [...url.matchAll(MESSAGE_ID_IN_URL), ...body.matchAll(MESSAGE_ID_IN_BODY)];
    for (const [, id = ''] of ids) {
      if (this.#messageIds.size >= MOST_MESSAGE_IDS) return;
      for (const [whole, parameter = ''] of id.matchAll(ADDRESS)) {
        this.#messageIds.add(plainForm(whole.slice(parameter.length)));
      }
    }
  }

  /**
   * Masks the addresses in a text: the first letters of name and host remain, and the name of a
   * parameter before it (`?submitter=a***@b***`). Looks only around `@`, plain or URL-encoded.
   */
  masked(text: string): string {
    let clean = '';
    let done = 0;
    let plain = place(text, '@', 0);
    let encoded = place(text, '%40', 0);
    while (Math.min(plain, encoded) < text.length) {
      let start = Math.min(plain, encoded);
      let end = start + 1;
      while (start > done && isPart(text, start - 1)) start -= 1;
      while (end < text.length && isPart(text, end)) end += 1;
      clean += text.slice(done, start) + this.#passage(text.slice(start, end));
      done = end;
      if (plain < done) plain = place(text, '@', done);
      if (encoded < done) encoded = place(text, '%40', done);
    }
    return done === 0 ? text : clean + text.slice(done);
  }

  #passage(passage: string): string {
    return passage.replace(ADDRESS, (whole, parameter = '', name: string, host: string) =>
      this.#messageIds.has(plainForm(whole.slice(parameter.length)))
        ? whole
        : `${parameter}${name}***@${host}***`,
    );
  }
}

/** In small letters, with what a URL escapes as it is. */
function plainForm(address: string): string {
  const plain = address.includes('%') ? decoded(address) : address;
  return plain.toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The next position of a character; the length of the text if there is none. */
function place(text: string, sign: string, from: number): number {
  const at = text.indexOf(sign, from);
  return at === -1 ? text.length : at;
}

/** A surrogate may be part of a letter. */
function isPart(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < 0x80 ? ASCII_PARTS[unit] === true : isSurrogate(unit) || PART.test(text.charAt(at));
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

const ASCII_PARTS = Array.from({ length: 0x80 }, (_, unit) => PART.test(String.fromCharCode(unit)));
