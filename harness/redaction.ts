import { withoutAddresses } from './address-mask.js';
import { authorization, type Credentials, canSignIn, credentialName, type Role } from './role.js';
import { base64PatternOf, patternOf } from './secret-pattern.js';
import type { TargetSettings } from './settings.js';

/** Parts of a secret as long as this are still told by; shorter ones are left alone. */
const TELLING = 4;

/** A secret, and what stands for it. */
interface Named {
  secret: string;
  name: string;
  /** Every form in which it may come back. */
  pattern: RegExp;
  /** The forms whose beginnings are looked for where text was cut. */
  cuttable: readonly string[];
}

/**
 * Makes text fit to be kept: no secret survives it, and e-mail addresses are masked unless the user
 * asked to see them. Everything that is stored passes through here first; checks see the answers
 * as they were.
 */
export class Redaction {
  /** The longest first, so that none is left in part. */
  readonly #names: Named[] = [];
  /** Whether one of them is there at all, which it hardly ever is. */
  #any: RegExp | undefined;
  /** What `--header` sends, whole. */
  readonly #gate = new Map<string, string>();
  readonly #showEmails: boolean;

  constructor(
    settings: Pick<TargetSettings, 'credentials' | 'headers' | 'showEmails' | 'proxies'>,
  ) {
    this.#showEmails = settings.showEmails;
    for (const role of ['user', 'other', 'maintainer'] as const) {
      this.#addCredentials(role, settings.credentials[role]);
    }
    for (const [name, value] of settings.headers) {
      this.#gate.set(value, `<value of ${name}>`);
      this.#add(value, `<value of ${name}>`);
    }
    this.#addProxy('HTTP_PROXY', settings.proxies?.http);
    this.#addProxy('HTTPS_PROXY', settings.proxies?.https);
    this.#names.sort((a, b) => b.secret.length - a.secret.length);
    const sources = this.#names.map(({ pattern }) => pattern.source);
    if (sources.length > 0) this.#any = new RegExp(sources.join('|'));
  }

  /** The text without secrets and with masked addresses. */
  text(text: string): string {
    const clean = this.#withoutSecrets(text);
    return this.#showEmails ? clean : withoutAddresses(clean);
  }

  /** Whether a secret is in a text: what has to be kept as it is can then not be kept. */
  holdsSecret(text: string): boolean {
    return this.#withoutSecrets(text) !== text;
  }

  #withoutSecrets(text: string): string {
    if (!text.includes('…') && this.#any?.test(text) !== true) return text;
    let clean = text;
    for (const { pattern, cuttable, name } of this.#names) {
      clean = clean.replace(pattern, () => name);
      for (const form of cuttable) clean = withoutHalves(clean, form, name);
    }
    return clean;
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

  /** A secret as it is, and as an instance that sends it back may write it. */
  #add(secret: string, name: string): void {
    if (secret.length < TELLING) return;
    const inJson = JSON.stringify(secret).slice(1, -1);
    const inUrl = encodeURIComponent(Buffer.from(secret, 'utf8').toString('utf8'));
    const cuttable = [...new Set([secret, inJson, inUrl, inUrl.replaceAll('%20', '+')])];
    this.#names.push({ secret, name, pattern: patternOf(secret), cuttable });
    this.#addInBase64(secret, name);
  }

  #addInBase64(plain: string, name: string): void {
    const secret = Buffer.from(plain, 'utf8').toString('base64');
    this.#names.push({ secret, name, pattern: base64PatternOf(plain), cuttable: [secret] });
  }
}

/** Evidence is cut with an ellipsis: the beginning of a secret may stand before it. */
function withoutHalves(text: string, secret: string, name: string): string {
  if (!text.includes('…') || !text.includes(secret.slice(0, TELLING))) return text;
  let clean = text;
  for (let length = secret.length - 1; length >= TELLING; length -= 1) {
    clean = clean.replaceAll(`${secret.slice(0, length)}…`, () => `${name}…`);
  }
  return clean;
}
