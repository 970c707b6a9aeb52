import { addressesIn, withoutAddresses } from './address-mask.js';
import { decodedTexts } from './decoded-text.js';
import {
  authorization,
  type Credentials,
  canSignIn,
  credentialName,
  type Role,
  SIGNED_IN_ROLES,
} from './role.js';
import { formsOf, SHORTEST_SECRET } from './secret-forms.js';
import type { TargetSettings } from './settings.js';
import { alphabet, WordSearch } from './word-search.js';

/** The shortest recognizable encoded secret. */
const TELLING_ENCODED = 8;

/**
 * What may follow an encoded secret: characters that encode neighbouring text as well, and padding.
 */
const REST = /[\w+/-]{0,8}(?:=|%(?:25){0,3}3[dD]){0,2}/y;

const MESSAGE_ID_IN_URL = /[?&]msgid=([^&#]+)/g;
const MESSAGE_ID_IN_BODY =
  /"(?:msgid|message-id|in-reply-to|references)":\s*"((?:[^"\\]|\\.){1,2000})"/gi;

/** A run sees some thousands; a hostile instance could send any number. */
const MOST_MESSAGE_IDS = 50_000;

const SMALL_LETTERS = alphabet(inSmallLetters);
const DIGITS = alphabet(inDigits);

/** A secret and its placeholder. */
interface Named {
  secret: string;
  name: string;
}

/** A part of a text that is masked. */
interface Passage {
  start: number;
  end: number;
  secret: Named;
}

/**
 * Makes text safe to store: secrets are masked, and e-mail addresses unless `--show-emails` is
 * given. Everything that is stored passes through here; checks see the unmasked responses.
 */
export class Redaction {
  readonly #secrets: Named[] = [];
  /** Finds plain secrets, case-insensitive. */
  readonly #plain = new WordSearch(SMALL_LETTERS);
  /** Finds secrets in base64 and hexadecimal, ignoring white space. */
  readonly #encoded = new WordSearch(DIGITS);
  /** The complete values of `--header`. */
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
    for (const role of SIGNED_IN_ROLES) {
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

  /** The text with masked secrets and addresses. */
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

  /** The same for the beginning of a text; a secret that is cut there is masked as well. */
  beginning(text: string, length: number): string {
    // The ellipsis marks a secret that is cut.
    return text.length <= length ? this.text(text) : this.text(cut(text, length)).slice(0, -1);
  }

  /**
   * Whether a text contains a secret: text that must be stored unchanged can then not be stored.
   */
  holdsSecret(text: string): boolean {
    return this.#passages(text).length > 0;
  }

  #withoutSecrets(text: string): string {
    return without(this.#passages(text), text);
  }

  /** The positions of secrets in a text, in any form, without overlaps. */
  #passages(text: string): Passage[] {
    if (this.#secrets.length === 0) return [];
    const found: Passage[] = [];
    for (const { text: view, starts, ends } of decodedTexts(text)) {
      const passage = (start: number, end: number, word: number) => {
        const secret = this.#secrets[word];
        if (secret === undefined) return;
        // A part of an escape may be between a cut secret and the ellipsis.
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

  /** The same for a list of headers; values of `--header` and credentials are never stored. */
  headers(headers: Iterable<[string, string]>, role: Role): Record<string, string> {
    const clean: [string, string][] = [];
    for (const [name, value] of headers) {
      const signsIn = name.toLowerCase() === 'authorization';
      const own = signsIn ? this.#authorization(value, role) : this.text(value);
      clean.push([name, this.#gate.get(value) ?? own]);
    }
    return Object.fromEntries(clean);
  }

  /**
   * The placeholder for the value of an `Authorization` header: the names of the variables that
   * hold its parts.
   */
  #authorization(value: string, role: Role): string {
    if (role === 'anonymous') return '<intentionally wrong>';
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
      // The corrupted form of a token; a shell expands the placeholder to the same value.
      this.#add(token.slice(0, -1), `\${${credentialName(role, 'token')}%?}`);
    }
    if (password !== undefined) this.#add(password, `$${credentialName(role, 'password')}`);
    const basic = authorization(credentials, 'basic');
    if (basic !== undefined) this.#addInBase64(`${name}:${password}`, '<basic credentials>');
  }

  /** The password in a proxy URL, which is sent to that proxy only. */
  #addProxy(variable: string, url: string | undefined): void {
    if (url === undefined || !URL.canParse(url)) return;
    const { username, password } = new URL(url);
    if (password === '') return;
    const [name, plain] = [decodeURIComponent(username), decodeURIComponent(password)];
    this.#add(plain, `<password of ${variable}>`);
    this.#addInBase64(`${name}:${plain}`, `<credentials of ${variable}>`);
  }

  /** Adds a secret in all its forms. */
  #add(secret: string, name: string): void {
    if (secret.length < SHORTEST_SECRET) return;
    const word = this.#secrets.push({ secret, name }) - 1;
    const { plain, encoded } = formsOf(secret);
    for (const form of plain) this.#plain.add(form, word);
    for (const form of encoded) this.#encoded.add(form, word);
  }

  /** Adds a username and password, which are sent in base64 only. */
  #addInBase64(plain: string, name: string): void {
    const word = this.#secrets.push({ secret: plain, name }) - 1;
    for (const form of formsOf(plain).encoded) this.#encoded.add(form, word);
  }
}

/** The beginning of a text, followed by an ellipsis if it is cut, which identifies a cut secret. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** The passages in order; overlapping ones are merged under the longest secret. */
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

/** The text with placeholders for the passages. */
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

/** Ignores white space, and maps both base64 alphabets to one. */
function inDigits(code: number): number | undefined {
  if (code <= 0x20) return undefined;
  if (code === 0x2d) return 0x2b;
  return code === 0x5f ? 0x2f : inSmallLetters(code);
}
