import { AddressMask } from './address-mask.js';
import { type Decoded, decodings } from './escapes.js';
import { beginningOf, masked, type Part, type Passage, textOf } from './masked.js';
import { type OpenSettings, publicPlaceOf } from './public-texts.js';
import {
  authorization,
  type Credentials,
  canSignIn,
  credentialName,
  type Role,
  SIGNED_IN_ROLES,
} from './role.js';
import { SecretSearch, SHORTEST_SECRET } from './secrets.js';
import type { TargetSettings } from './settings.js';

/** Longer than any e-mail address and what is around it, in characters. */
const LONGEST_ADDRESS = 1000;

/** The shortest part of the value of a header that is masked by itself. */
const SHORTEST_PART = 8;

/** What may be a name and a password in a URL. */
const USER_INFORMATION = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@"'<>\\]{1,300}@/gi;

/**
 * Makes text safe to store: secrets are masked, and e-mail addresses unless `--show-emails` is
 * given. Everything that is stored passes through here; checks see the unmasked responses.
 */
export class Redaction {
  readonly #secrets = new SecretSearch();
  /** The complete values of `--header`. */
  readonly #gate = new Map<string, Part>();
  /** The usernames with their passwords. */
  readonly #pairs = new Set<string>();
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
    const isPublic = (text: string) => {
      const own = new SecretSearch();
      own.add({ text, name: '' });
      return publicPlaceOf(own, settings) !== undefined;
    };
    for (const [name, value] of settings.headers) {
      const says = `<value of ${name}>`;
      this.#gate.set(value, { name: says });
      if (isPublic(value)) this.publicHeaders.push(name);
      else this.#add(value, says);
      for (const part of partsOf(name, value)) {
        if (part.length >= SHORTEST_PART && !isPublic(part)) this.#add(part, says);
      }
    }
    this.#addProxy('HTTP_PROXY', settings.proxies?.http);
    this.#addProxy('HTTPS_PROXY', settings.proxies?.https);
  }

  /** The text with masked secrets and addresses. */
  text(text: string): string {
    return textOf(this.parts(text));
  }

  /** The same in parts. */
  parts(text: string): Part[] {
    let found: Passage[] = [];
    for (const each of decodings({ text })) {
      const own = userInformation(each);
      const addresses = outside(own, this.#addresses?.find(each) ?? []);
      found = found.concat(this.#secrets.find(each), own, addresses);
    }
    return masked(text, found);
  }

  /** The text with masked secrets only: what is compared must differ where addresses do. */
  withoutSecrets(text: string): string {
    const found = [...decodings({ text })].flatMap((each) => this.#secrets.find(each));
    return textOf(masked(text, found));
  }

  /** Takes note of the message ids of an exchange, which look like addresses, and are not masked. */
  learnMessageIds(url: string, body: string): void {
    this.#addresses?.learnMessageIds(url, body);
  }

  /** The masked beginning of a text, of at most so many characters and, where it is cut, an ellipsis. */
  beginning(text: string, length: number): string {
    const { parts, isCut } = this.beginningParts(text, length);
    return isCut ? `${textOf(parts)}…` : textOf(parts);
  }

  /**
   * The same in parts, without the ellipsis. It is masked before it is cut, with a margin in which the longest secret
   * has room; a secret at the end of a text that was cut before is masked as well.
   */
  beginningParts(text: string, length: number, wasCut = false): { parts: Part[]; isCut: boolean } {
    const margin = LONGEST_ADDRESS + this.#secrets.longest;
    const isCut = wasCut || text.length > length + margin;
    // The ellipsis tells the beginning of a secret.
    const parts = this.parts(isCut ? `${text.slice(0, length + margin)}…` : text);
    const whole = textOf(parts);
    if (!isCut && whole.length <= length) return { parts, isCut };
    const kept = beginningOf(parts, Math.min(length, whole.length - (isCut ? 1 : 0)));
    return { parts: kept, isCut: true };
  }

  /**
   * Whether a text contains a secret: text that must be stored unchanged can then not be stored.
   */
  holdsSecret(text: string): boolean {
    return this.#secrets.isIn(text);
  }

  /** Where a secret is part of what is public, in words; undefined if none is. */
  publicPlace(open: OpenSettings): string | undefined {
    return publicPlaceOf(this.#secrets, open);
  }

  /** The masked values of a list of headers; values of `--header` and credentials are never stored. */
  headers(headers: Iterable<[string, string]>, role: Role): [name: string, value: Part[]][] {
    return [...headers].map(([name, value]) => {
      const gate = this.#gate.get(value);
      if (gate !== undefined) return [name, [gate]];
      const signsIn = name.toLowerCase() === 'authorization';
      return [name, signsIn ? this.#authorization(value, role) : this.parts(value)];
    });
  }

  /**
   * The placeholder for the value of an `Authorization` header: the names of the variables that
   * hold its parts. What is sent as nobody is wrong on purpose, and no secret.
   */
  #authorization(value: string, role: Role): Part[] {
    const [, pair] = /^basic (.*)$/is.exec(value) ?? [];
    if (pair === undefined) return this.parts(value);
    if (role === 'anonymous') {
      return ['Basic ', ...this.parts(Buffer.from(pair, 'base64').toString())];
    }
    const name = (part: 'name' | 'password') => ({ name: `$${credentialName(role, part)}` });
    const text = Buffer.from(pair, 'base64').toString();
    // Else it is the corrupted form.
    if (this.#pairs.has(text)) return ['Basic ', name('name'), ':', name('password')];
    return ['Basic ', name('name'), ':', { name: `\${${credentialName(role, 'password')}%?}` }];
  }

  #addCredentials(role: Exclude<Role, 'anonymous'>, credentials: Credentials | undefined): void {
    if (!canSignIn(credentials)) return;
    const { token, name, password } = credentials;
    if (token !== undefined) {
      this.#add(token, `$${credentialName(role, 'token')}`);
      // The corrupted form; a shell expands the placeholder to the same value.
      this.#add(token.slice(0, -1), `\${${credentialName(role, 'token')}%?}`);
    }
    if (password !== undefined) this.#add(password, `$${credentialName(role, 'password')}`);
    const basic = authorization(credentials, 'basic');
    if (basic === undefined) return;
    this.#pairs.add(`${name}:${password}`);
    this.#secrets.add({ text: `${name}:${password}`, name: '<basic credentials>' }, true);
    // The corrupted form; by itself the beginning of a password may be any word.
    const cut = `${name}:${password?.slice(0, -1)}`;
    this.#secrets.add({ text: cut, name: '<basic credentials>' });
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

/** The passages that begin in none of others; both are in order. */
function outside(others: readonly Passage[], passages: readonly Passage[]): Passage[] {
  let at = 0;
  return passages.filter(({ start }) => {
    while ((others[at]?.end ?? Infinity) <= start) at += 1;
    return start < (others[at]?.start ?? Infinity);
  });
}

/** What may be a name and a password in the URLs of a text. */
function userInformation({ text, places }: Decoded): Passage[] {
  return [...text.matchAll(USER_INFORMATION)].map(({ index, 0: whole, 1: scheme = '' }) => {
    const [start, end] = [index + scheme.length, index + whole.length - 1];
    return { start: places?.[start] ?? start, end: places?.[end] ?? end, mask: '***', weight: 1 };
  });
}

/** The secrets in the value of a header: behind its scheme, in its cookies, and the password of a Basic one. */
function partsOf(name: string, value: string): Set<string> {
  const [, scheme = '', credentials] = /^([\w.-]+) +(\S+)$/.exec(value) ?? [];
  const whole = credentials === undefined ? [] : [credentials];
  if (scheme.toLowerCase() === 'basic') {
    const pair = Buffer.from(whole.join(), 'base64').toString();
    if (pair.includes(':')) whole.push(pair, pair.slice(pair.indexOf(':') + 1));
  }
  // A comma may be part of a cookie.
  const pairs = name.toLowerCase() === 'cookie' ? value.split(';') : (value.match(PAIR) ?? []);
  const values = pairs
    .filter((each) => each.includes('='))
    .map((each) => each.slice(each.indexOf('=') + 1).trim())
    .map((each) => each.replace(/^"|"$/g, ''));
  return new Set([...whole, ...values]);
}

/** What is between commas and semicolons, but for those in quotes. */
const PAIR = /(?:"[^"]*(?:"|$)|[^;,"])+/g;
