import { AddressMask } from './address-mask.js';
import { type OpenSettings, publicPlaceOf } from './public-texts.js';
import {
  authorization,
  type Credentials,
  canSignIn,
  credentialName,
  type Role,
  SIGNED_IN_ROLES,
} from './role.js';
import { type Passage, SecretSearch, SHORTEST_SECRET } from './secrets.js';
import type { TargetSettings } from './settings.js';

/** What may be a name and a password in a URL. */
const USER_INFORMATION = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>\\]{1,300}@/gi;

/**
 * Makes text safe to store: secrets are masked, and e-mail addresses unless `--show-emails` is
 * given. Everything that is stored passes through here; checks see the unmasked responses.
 */
export class Redaction {
  readonly #secrets = new SecretSearch();
  /** The complete values of `--header`. */
  readonly #gate = new Map<string, string>();
  /** The headers of `--header` whose values are public: no secrets, so they are not masked in texts. */
  readonly publicHeaders: string[] = [];
  readonly #addresses: AddressMask | undefined;

  constructor(
    settings: Pick<
      TargetSettings,
      'credentials' | 'alsoMasked' | 'headers' | 'showEmails' | 'proxies'
    > &
      OpenSettings,
  ) {
    this.#addresses = settings.showEmails ? undefined : new AddressMask();
    for (const role of SIGNED_IN_ROLES) {
      this.#addCredentials(role, settings.credentials[role]);
      this.#addCredentials(role, settings.alsoMasked?.[role]);
    }
    for (const [name, value] of settings.headers) {
      const secret = { text: value, name: `<value of ${name}>` };
      this.#gate.set(value, secret.name);
      const own = new SecretSearch();
      own.add(secret);
      if (publicPlaceOf(own, settings) !== undefined) this.publicHeaders.push(name);
      else this.#add(value, secret.name);
    }
    this.#addProxy('HTTP_PROXY', settings.proxies?.http);
    this.#addProxy('HTTPS_PROXY', settings.proxies?.https);
  }

  /** The text with masked secrets and addresses. */
  text(text: string): string {
    const clean = masked(text, this.#secrets.find(text)).replace(USER_INFORMATION, '$1***@');
    return this.#addresses?.masked(clean) ?? clean;
  }

  /** Takes note of the message ids of an exchange, which look like addresses, and are not masked. */
  learnMessageIds(url: string, body: string): void {
    this.#addresses?.learnMessageIds(url, body);
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
    return this.#secrets.find(text).length > 0;
  }

  /** Where a secret is part of what is public, in words; undefined if none is. */
  publicPlace(open: OpenSettings): string | undefined {
    return publicPlaceOf(this.#secrets, open);
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
   * hold its parts. What is sent as nobody is wrong on purpose, and no secret.
   */
  #authorization(value: string, role: Role): string {
    const [, pair] = /^basic (.*)$/is.exec(value) ?? [];
    if (pair === undefined) return this.text(value);
    if (role === 'anonymous') return `Basic ${this.text(Buffer.from(pair, 'base64').toString())}`;
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
    if (basic === undefined) return;
    this.#secrets.add({ text: `${name}:${password}`, name: '<basic credentials>' }, true);
  }

  /** The password in a proxy URL, which is sent to that proxy only. */
  #addProxy(variable: string, url: string | undefined): void {
    if (url === undefined || !URL.canParse(url)) return;
    const { username, password } = new URL(url);
    if (password === '') return;
    const [name, plain] = [decodeURIComponent(username), decodeURIComponent(password)];
    this.#add(plain, `<password of ${variable}>`);
    const both = { text: `${name}:${plain}`, name: `<credentials of ${variable}>` };
    this.#secrets.add(both, true);
  }

  #add(text: string, name: string): void {
    if (text.length >= SHORTEST_SECRET) this.#secrets.add({ text, name });
  }
}

/** The beginning of a text, followed by an ellipsis if it is cut, which identifies a cut secret. */
export function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Replaces passages by the names of their secrets; overlapping ones by that of the longest secret. */
function masked(text: string, passages: Passage[]): string {
  const apart: Passage[] = [];
  for (const next of passages.sort((a, b) => a.start - b.start)) {
    const last = apart.at(-1);
    if (last === undefined || next.start >= last.end) apart.push(next);
    else {
      last.end = Math.max(last.end, next.end);
      if (next.secret.text.length > last.secret.text.length) last.secret = next.secret;
    }
  }
  let [clean, done] = ['', 0];
  for (const { start, end, secret } of apart) {
    clean += text.slice(done, start) + secret.name;
    done = end;
  }
  return clean + text.slice(done);
}
