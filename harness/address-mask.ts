import { FILTER_FORMS } from '../specification/filter-forms.js';
import type { ValueKind } from '../specification/filters.js';

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
const PARAMETER = `(?:${[...new Set(PARAMETERS)].join('|')})=`;

/** Letters, digits and signs of an address; part of a letter may be a surrogate. */
const SIGNS = String.raw`\p{L}\p{N}._%+=-`;

/** An address. Bounded, since each place of a long word may begin one: no real name is so long. */
const ADDRESS = new RegExp(
  String.raw`((?<![@\p{Cs}${SIGNS}])${PARAMETER})?([${SIGNS}])[${SIGNS}]{0,255}(?:@|%40)([\p{L}\p{N}])[\p{L}\p{N}.-]*`,
  'gu',
);

/** What holds an address, holds all of it. */
const WORD = /[^"\s]+/g;

/** What every address has. */
const AT = /@|%40/;

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
      // As a whole too: a slash in it is escaped in a URL, and then part of what looks like an address.
      this.#messageIds.add(plainForm(id.replace(/^<|>$/g, '')));
      for (const [whole, parameter = ''] of id.matchAll(ADDRESS)) {
        this.#messageIds.add(plainForm(whole.slice(parameter.length)));
      }
    }
  }

  /**
   * Masks the addresses in a text: the first letters of name and host remain, and the name of a
   * parameter before it (`?submitter=a***@b***`).
   */
  masked(text: string): string {
    if (!AT.test(text)) return text;
    // Most words hold none, and in a long one it takes long to find that out.
    return text.replace(WORD, (word) => (AT.test(word) ? this.#maskedWord(word) : word));
  }

  #maskedWord(word: string): string {
    return word.replace(ADDRESS, (whole, parameter = '', name: string, host: string) =>
      this.#messageIds.has(plainForm(whole.slice(parameter.length)))
        ? whole
        : `${parameter}${name}***@${host}***`,
    );
  }
}

/** In small letters, with what a URL escapes as it is. */
function plainForm(address: string): string {
  // A slash is escaped twice in URLs of web pages.
  return decoded(decoded(address)).toLowerCase();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
