import { authorization, type Credentials, canSignIn, credentialName, type Role } from './role.js';
import type { TargetSettings } from './settings.js';

/** Parts of a secret as long as this are still told by; shorter ones are left alone. */
const TELLING = 4;

const EMAIL = /([\p{L}\p{N}._%+=-])[\p{L}\p{N}._%+=-]*(?:@|%40)([\p{L}\p{N}])[\p{L}\p{N}.-]*/gu;

/**
 * Makes text fit to be kept: no secret survives it, and e-mail addresses are masked unless the user
 * asked to see them. Everything that is stored passes through here first; checks see the answers
 * as they were.
 */
export class Redaction {
  /** Secrets and the names that stand for them, the longest first, so that none is left in part. */
  readonly #names: [secret: string, name: string][] = [];
  /** What `--header` sends, whole. */
  readonly #gate = new Map<string, string>();
  readonly #showEmails: boolean;

  constructor(settings: Pick<TargetSettings, 'credentials' | 'headers' | 'showEmails'>) {
    this.#showEmails = settings.showEmails;
    for (const role of ['user', 'other', 'maintainer'] as const) {
      this.#addCredentials(role, settings.credentials[role]);
    }
    for (const [name, value] of settings.headers) {
      this.#gate.set(value, `<value of ${name}>`);
      this.#add(value, `<value of ${name}>`);
    }
    this.#names.sort(([a], [b]) => b.length - a.length);
  }

  /** The text without secrets and with masked addresses. */
  text(text: string): string {
    let clean = text;
    for (const [secret, name] of this.#names) {
      if (secret.length < TELLING) continue;
      clean = withoutHalves(
        clean.replaceAll(secret, () => name),
        secret,
        name,
      );
    }
    return this.#showEmails ? clean : clean.replace(EMAIL, '$1***@$2***');
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
    const { token, password } = credentials;
    if (token !== undefined) {
      this.#add(token, `$${credentialName(role, 'token')}`);
      // What a spoiled token is sent as; a shell that expands the name sends the same.
      this.#add(token.slice(0, -1), `\${${credentialName(role, 'token')}%?}`);
    }
    if (password !== undefined) this.#add(password, `$${credentialName(role, 'password')}`);
    const basic = authorization(credentials, 'basic');
    if (basic !== undefined) this.#add(basic.slice('Basic '.length), '<basic credentials>');
  }

  /** A secret as it is, and as an instance that sends it back may write it: in JSON, in a URL. */
  #add(secret: string, name: string): void {
    const inJson = JSON.stringify(secret).slice(1, -1);
    // By way of bytes: half a surrogate pair cannot be put into a URL.
    const inUrl = encodeURIComponent(Buffer.from(secret, 'utf8').toString('utf8'));
    const asForm = inUrl.replaceAll('%20', '+');
    for (const form of new Set([secret, inJson, inUrl, asForm])) this.#names.push([form, name]);
  }
}

/** Evidence is cut with an ellipsis: the beginning of a secret may stand before it. */
function withoutHalves(text: string, secret: string, name: string): string {
  if (!text.includes('…')) return text;
  let clean = text;
  for (let length = secret.length - 1; length >= TELLING; length -= 1) {
    clean = clean.replaceAll(`${secret.slice(0, length)}…`, () => `${name}…`);
  }
  return clean;
}
