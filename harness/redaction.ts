import { authorization, type Credentials, canSignIn, credentialName, type Role } from './role.js';
import type { TargetSettings } from './settings.js';

const EMAIL = /([\p{L}\p{N}._%+=-])[\p{L}\p{N}._%+=-]*(?:@|%40)([\p{L}\p{N}])[\p{L}\p{N}.-]*/gu;

/**
 * Makes text fit to be kept: no secret survives it, and e-mail addresses are masked unless the user
 * asked to see them. Everything that is stored passes through here first; checks see the answers
 * as they were.
 */
export class Redaction {
  /** Secrets and the names that stand for them, the longest first, so that none is left in part. */
  readonly #names: [secret: string, name: string][] = [];
  readonly #showEmails: boolean;

  constructor(settings: Pick<TargetSettings, 'credentials' | 'headers' | 'showEmails'>) {
    this.#showEmails = settings.showEmails;
    for (const role of ['user', 'other', 'maintainer'] as const) {
      this.#addCredentials(role, settings.credentials[role]);
    }
    for (const [name, value] of settings.headers) this.#names.push([value, `<value of ${name}>`]);
    this.#names.sort(([a], [b]) => b.length - a.length);
  }

  /** The text without secrets and with masked addresses. */
  text(text: string): string {
    let clean = text;
    for (const [secret, name] of this.#names) {
      if (secret.length > 3) clean = clean.replaceAll(secret, name);
    }
    return this.#showEmails ? clean : clean.replace(EMAIL, '$1***@$2***');
  }

  /** The same for a list of headers; what `--header` gives and credentials are never kept. */
  headers(headers: Iterable<[string, string]>, role: Role): Record<string, string> {
    const clean: [string, string][] = [];
    for (const [name, value] of headers) {
      clean.push([
        name,
        name.toLowerCase() === 'authorization' ? authorizationName(value, role) : this.text(value),
      ]);
    }
    return Object.fromEntries(clean);
  }

  #addCredentials(role: Exclude<Role, 'anonymous'>, credentials: Credentials | undefined): void {
    if (!canSignIn(credentials)) return;
    const { token, password } = credentials;
    if (token !== undefined) this.#names.push([token, `$${credentialName(role, 'token')}`]);
    if (password !== undefined) {
      this.#names.push([password, `$${credentialName(role, 'password')}`]);
    }
    const basic = authorization(credentials, 'basic');
    if (basic !== undefined)
      this.#names.push([basic.slice('Basic '.length), '<basic credentials>']);
  }
}

/** What stands for the value of an `Authorization` header: the variables that hold its parts. */
function authorizationName(value: string, role: Role): string {
  if (role === 'anonymous') return '<wrong on purpose>';
  if (value.startsWith('Token ')) return `Token $${credentialName(role, 'token')}`;
  return `Basic $${credentialName(role, 'name')}:$${credentialName(role, 'password')}`;
}
