import { addressesIn, withoutAddresses } from './address-mask.js';
import { decodedTexts } from './decoded-text.js';
import { authorization, type Credentials, canSignIn, credentialName, type Role } from './role.js';
import { formsOf, SHORTEST_SECRET } from './secret-forms.js';
import type { TargetSettings } from './settings.js';
import { alphabet, WordSearch } from './word-search.js';

/** Of what is encoded it takes as many. */
const TELLING_ENCODED = 8;

/** What may follow an encoded secret: characters in which others have a part, and padding. */
const REST = /[\w+/-]{0,8}(?:=|%(?:25){0,3}3[dD]){0,2}/y;

const MESSAGE_ID_IN_URL = /[?&]msgid=([^&#]+)/g;
const MESSAGE_ID_IN_BODY =
  /"(?:msgid|message-id|in-reply-to|references)":\s*"((?:[^"\\]|\\.){1,2000})"/gi;

/** A run sees some thousands; a hostile instance could send any number. */
const MOST_MESSAGE_IDS = 50_000;

const SMALL_LETTERS = alphabet(inSmallLetters);
const DIGITS = alphabet(inDigits);

/** A secret, and what stands for it. */
interface Named {
  secret: string;
  name: string;
}

/** A part of a text that is not kept. */
interface Passage {
  start: number;
  end: number;
  secret: Named;
}

/**
 * Makes text fit to be kept: no secret survives it, and e-mail addresses are masked unless the user
 * asked to see them. Everything that is stored passes through here first; checks see the answers
 * as they were.
 */
export class Redaction {
  readonly #secrets: Named[] = [];
  /** Looks for secrets as they are, in whatever letter case. */
  readonly #plain = new WordSearch(SMALL_LETTERS);
  /** Looks for what they are in base64 and hexadecimal digits, whatever blanks are between. */
  readonly #encoded = new WordSearch(DIGITS);
  /** What `--header` sends, whole. */
  readonly #gate = new Map<string, string>();
  readonly #showEmails: boolean;
  /** What looks like an address and is a part of a message id that was seen; in small letters. */
  readonly #messageIds = new Set<string>();

  constructor(
    settings: Pick<
      TargetSettings,
      'credentials' | 'rejected' | 'headers' | 'showEmails' | 'proxies'
    >,
  ) {
    this.#showEmails = settings.showEmails;
    for (const role of ['user', 'other', 'maintainer'] as const) {
      this.#addCredentials(role, settings.credentials[role]);
      this.#addCredentials(role, settings.rejected?.[role]);
    }
    for (const [name, value] of settings.headers) {
      this.#gate.set(value, `<value of ${name}>`);
      this.#add(value, `<value of ${name}>`);
    }
    this.#addProxy('HTTP_PROXY', settings.proxies?.http);
    this.#addProxy('HTTPS_PROXY', settings.proxies?.https);
  }

  /** The text without secrets and with masked addresses. */
  text(text: string): string {
    const clean = this.#withoutSecrets(text);
    return this.#showEmails ? clean : withoutAddresses(clean, this.#messageIds);
  }

  /**
   * Takes note of the message ids in a URL and in a body: they look like addresses, are none, and are
   * not masked, since a request that names one could not be repeated otherwise.
   */
  learnMessageIds(url: string, body: string): void {
    if (this.#showEmails) return;
    const ids = [...url.matchAll(MESSAGE_ID_IN_URL), ...body.matchAll(MESSAGE_ID_IN_BODY)];
    for (const [, id = ''] of ids) {
      if (this.#messageIds.size >= MOST_MESSAGE_IDS) return;
      for (const each of addressesIn(id)) this.#messageIds.add(each);
    }
  }

  /** The same of the beginning of a text, so that no secret which is cut there is left in part. */
  beginning(text: string, length: number): string {
    // The beginning of a secret is told by the ellipsis behind it.
    return text.length <= length ? this.text(text) : this.text(cut(text, length)).slice(0, -1);
  }

  /** Whether a secret is in a text: what has to be kept as it is can then not be kept. */
  holdsSecret(text: string): boolean {
    return this.#passages(text).length > 0;
  }

  #withoutSecrets(text: string): string {
    return without(this.#passages(text), text);
  }

  /** Where in a text secrets are, in whatever form; none overlaps another one. */
  #passages(text: string): Passage[] {
    if (this.#secrets.length === 0) return [];
    const found: Passage[] = [];
    for (const { text: view, starts, ends } of decodedTexts(text)) {
      const passage = (start: number, end: number, word: number) => {
        const secret = this.#secrets[word];
        if (secret === undefined) return;
        // Between a secret that was cut and the ellipsis there may be a part of an escape.
        const until = view[end] === '…' ? starts[end] : ends[end - 1];
        found.push({ start: starts[start] ?? 0, end: until ?? text.length, secret });
      };
      for (const { start, end, word } of this.#plain.find(view, SHORTEST_SECRET))
        passage(start, end, word);
      for (const { start, end, word } of this.#encoded.find(view, TELLING_ENCODED)) {
        REST.lastIndex = end;
        passage(start, REST.test(view) ? REST.lastIndex : end, word);
      }
    }
    return joined(found);
  }

  /** The same for a list of headers; what `--header` gives and credentials are never kept. */
  headers(headers: Iterable<[string, string]>, role: Role): Record<string, string> {
    const clean: [string, string][] = [];
    for (const [name, value] of headers) {
      const signsIn = name.toLowerCase() === 'authorization';
      const own = signsIn ? this.#authorization(value, role) : this.text(value);
      clean.push([name, this.#gate.get(value) ?? own]);
    }
    return Object.fromEntries(clean);
  }

  /** What stands for the value of an `Authorization` header: the variables that hold its parts. */
  #authorization(value: string, role: Role): string {
    if (role === 'anonymous') return '<wrong on purpose>';
    const clean = this.text(value);
    if (value.startsWith('Token ')) {
      return clean === value ? `Token $${credentialName(role, 'token')}` : clean;
    }
    return `Basic $${credentialName(role, 'name')}:$${credentialName(role, 'password')}`;
  }

  #addCredentials(role: Exclude<Role, 'anonymous'>, credentials: Credentials | undefined): void {
    if (!canSignIn(credentials)) return;
    const { token, name, password } = credentials;
    if (token !== undefined) {
      this.#add(token, `$${credentialName(role, 'token')}`);
      // What a corrupted token is sent as; a shell that expands the name sends the same.
      this.#add(token.slice(0, -1), `\${${credentialName(role, 'token')}%?}`);
    }
    if (password !== undefined) this.#add(password, `$${credentialName(role, 'password')}`);
    const basic = authorization(credentials, 'basic');
    if (basic !== undefined) this.#addInBase64(`${name}:${password}`, '<basic credentials>');
  }

  /** The password in the URL of a proxy, which is sent to that proxy only. */
  #addProxy(variable: string, url: string | undefined): void {
    if (url === undefined || !URL.canParse(url)) return;
    const { username, password } = new URL(url);
    if (password === '') return;
    const [name, plain] = [decodeURIComponent(username), decodeURIComponent(password)];
    this.#add(plain, `<password of ${variable}>`);
    this.#addInBase64(`${name}:${plain}`, `<credentials of ${variable}>`);
  }

  /** A secret, in all forms in which it may come back. */
  #add(secret: string, name: string): void {
    if (secret.length < SHORTEST_SECRET) return;
    const word = this.#secrets.push({ secret, name }) - 1;
    const { plain, encoded } = formsOf(secret);
    for (const form of plain) this.#plain.add(form, word);
    for (const form of encoded) this.#encoded.add(form, word);
  }

  /** What is only sent in base64: a name and a password. */
  #addInBase64(plain: string, name: string): void {
    const word = this.#secrets.push({ secret: plain, name }) - 1;
    for (const form of formsOf(plain).encoded) this.#encoded.add(form, word);
  }
}

/** The beginning of a text. Where more follows an ellipsis says so, by which half a secret is told. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** The passages in their order; those that overlap are one, of the longest secret among them. */
function joined(passages: readonly Passage[]): Passage[] {
  const apart: Passage[] = [];
  for (const next of [...passages].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) apart.push({ ...next });
    else {
      last.end = Math.max(last.end, next.end);
      if (next.secret.secret.length > last.secret.secret.length) last.secret = next.secret;
    }
  }
  return apart;
}

/** The text with names where the passages are. */
function without(passages: readonly Passage[], text: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, secret } of passages) {
    parts.push(text.slice(done, start), secret.name);
    done = end;
  }
  return parts.join('') + text.slice(done);
}

function inSmallLetters(code: number): number {
  if (code < 0x80) return code >= 65 && code <= 90 ? code + 32 : code;
  const small = String.fromCharCode(code).toLowerCase();
  return small.length === 1 ? small.charCodeAt(0) : code;
}

/** Blanks are passed over, and both alphabets of base64 are one. */
function inDigits(code: number): number | undefined {
  if (code <= 0x20) return undefined;
  if (code === 0x2d) return 0x2b;
  return code === 0x5f ? 0x2f : inSmallLetters(code);
}
