import { X509Certificate } from 'node:crypto';
import {
  type Credentials,
  canSignIn,
  credentialName,
  SIGNED_IN_ROLES,
  type SignedInRole,
} from '../harness/role.js';
import { SHORTEST_SECRET } from '../harness/secrets.js';
import type { Proxies, TargetSettings } from '../harness/settings.js';
import type { CREDENTIALS } from './options/credentials.js';
import { OPTIONS, type Values } from './options.js';
import { parseBaseUrl } from './parse/base-url.js';
import { noteOnHeaders, refusePublicProxies, refusePublicSecrets } from './public-secrets.js';
import { Refusal, readGiven, refusing } from './refusal.js';
import type { Terminal } from './terminal.js';

/** The environment, which names proxies, how the user starts this program, and where notes are printed. */
export type Surroundings = Pick<Terminal, 'environment' | 'program' | 'note'>;

/** Options of the commands that send requests to an instance. */
export type TargetValues = Pick<
  Values<'run'>,
  Exclude<keyof Values<'doctor'>, 'project' | 'requirements' | 'noColor' | 'debug'>
> & { project?: string | undefined; newToken?: string | undefined };

/**
 * Converts the options to the settings of the client. Notes which address is used, if only a part of what
 * `--base-url` gives, and which values of `--header` are no secrets. Throws a Refusal if the base URL is missing,
 * credentials are incomplete or not secret, the file of `--ca` has no certificate, or a proxy URL is invalid.
 */
export function targetSettings(values: TargetValues, surroundings: Surroundings): TargetSettings {
  const settings = settingsOf(values, surroundings, '--base-url');
  const note = noteOnHeaders({ ...settings, project: values.project });
  if (note !== undefined) surroundings.note(note);
  return settings;
}

function settingsOf(
  values: TargetValues,
  surroundings: Surroundings,
  option: string,
): TargetSettings {
  const { baseUrl, ca, maxBytes, project } = values;
  const { environment, program } = surroundings;
  if (baseUrl === undefined) {
    throw new Refusal(
      `no instance given: expected --base-url URL (or ${OPTIONS.baseUrl.environment}); ${program} demo tests the embedded reference instance`,
    );
  }
  const { address, page } = baseUrl;
  if (page !== undefined) {
    surroundings.note(`${option}: using ${address}, the part before ${page}`);
  }
  const proxies = proxiesIn(environment);
  refusePublicProxies(proxies, { baseUrl: address, project });
  return {
    baseUrl: address,
    credentials: credentialsOf(values),
    headers: values.header ?? [],
    userAgent: values.userAgent,
    ca: ca === undefined ? undefined : readCertificates(ca),
    proxies,
    concurrency: values.gentle ? 1 : values.concurrency,
    rps: values.gentle ? 1 : values.rps,
    timeoutMs: values.timeout,
    maxBytes,
    showEmails: false,
  };
}

/**
 * The settings for an instance that an operand names. Throws a Refusal also if the operand is no address. Does not
 * note what headers are, which is the same for both instances.
 */
export function settingsOfOperand(
  name: string,
  operand: string,
  values: Omit<TargetValues, 'baseUrl'>,
  terminal: Terminal,
): TargetSettings {
  const baseUrl = refusing(
    RangeError,
    () => parseBaseUrl(operand),
    (cause) => `${name}: ${cause}`,
  );
  return settingsOf({ ...values, baseUrl }, terminal, name);
}

/** The options that hold credentials. */
type GivenCredentials = Pick<
  TargetValues,
  'baseUrl' | 'project' | (keyof typeof CREDENTIALS & keyof TargetValues)
>;

/**
 * Returns the credentials of the roles. A name and a password in the base URL belong to the role user.
 * Throws a Refusal if credentials are incomplete, contradict each other, or are part of what is public.
 */
export function credentialsOf(values: GivenCredentials): TargetSettings['credentials'] {
  const roles = SIGNED_IN_ROLES.map((role): [SignedInRole, Credentials] => {
    const given: Credentials = {
      token: values[`${role}Token`],
      name: values[`${role}Name`],
      password: values[`${role}Password`],
    };
    return [role, checked(role, role === 'user' ? withUrl(given, values.baseUrl) : given)];
  });
  const credentials = Object.fromEntries(roles.filter(([, each]) => canSignIn(each)));
  const { baseUrl, project } = values;
  refusePublicSecrets(credentials, { baseUrl: baseUrl?.address, project }, (role, part) =>
    sourceOf(role, part, values),
  );
  return credentials;
}

/** The variable that gave a part of the credentials, or the base URL. */
function sourceOf(role: SignedInRole, part: keyof Credentials, values: GivenCredentials): string {
  const { newToken, userToken, userPassword } = values;
  const isNew = newToken !== undefined && newToken === userToken;
  if (role === 'user' && part === 'token' && isNew) return OPTIONS.newToken.environment;
  const isInUrl = role === 'user' && part === 'password' && userPassword === undefined;
  return isInUrl ? 'the password in the base URL' : credentialName(role, part);
}

/** Two different values are an error. */
function withUrl(given: Credentials, inUrl: Credentials = {}): Credentials {
  for (const part of ['name', 'password'] as const) {
    if (given[part] === undefined || inUrl[part] === undefined) continue;
    if (given[part] === inUrl[part]) continue;
    throw new Refusal(
      `the ${part} in the base URL differs from ${credentialName('user', part)}; expected one of them`,
    );
  }
  const { token, name = inUrl.name, password = inUrl.password } = given;
  return { token, name, password };
}

/** A very short secret also occurs in other text, so it cannot be masked in reports. */
function checked(role: SignedInRole, given: Credentials): Credentials {
  for (const part of ['token', 'password'] as const) {
    const { length = SHORTEST_SECRET } = given[part] ?? {};
    if (length >= SHORTEST_SECRET) continue;
    throw new Refusal(
      `${credentialName(role, part)}: expected at least ${SHORTEST_SECRET} characters, received ${length}; shorter secrets cannot be masked in reports`,
    );
  }
  const { token, name, password } = given;
  if (token !== undefined || (name === undefined) === (password === undefined)) return given;
  const [there, missing] =
    name === undefined ? (['password', 'name'] as const) : (['name', 'password'] as const);
  throw new Refusal(
    `${credentialName(role, there)} is set without ${credentialName(role, missing)}; expected both, or ${credentialName(role, 'token')}`,
  );
}

/** Reads the certificates in the file of `--ca`. Throws a Refusal if there is none. */
function readCertificates(path: string): string {
  const expected = 'expected PEM (-----BEGIN CERTIFICATE-----)';
  const text = readGiven(path, 'certificates', `--ca: ${path}`, expected);
  // undici would silently ignore an invalid certificate.
  refusing(
    Error,
    () => new X509Certificate(text),
    () => `--ca: ${path} contains no certificate; ${expected}`,
  );
  return text;
}

/**
 * Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY; lower-case names take precedence. The proxy for `http:` is
 * not used for `https:`. Throws a Refusal without the value if a proxy URL is invalid.
 */
function proxiesIn(environment: Surroundings['environment']): Proxies | undefined {
  const given = (name: string) =>
    (environment[name.toLowerCase()] ?? environment[name] ?? '').trim() || undefined;
  const [http, https] = ['HTTP_PROXY', 'HTTPS_PROXY'].map((name) => {
    const value = given(name);
    // The scheme is often omitted.
    const url = value === undefined || value.includes('://') ? value : `http://${value}`;
    if (url === undefined || isProxy(url)) return url;
    throw new Refusal(`${name} is not a proxy URL; expected http://HOST:PORT or https://HOST:PORT`);
  });
  return (http ?? https) ? { http, https, except: given('NO_PROXY') } : undefined;
}

function isProxy(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    decodeURIComponent(username + password);
    return protocol === 'http:' || protocol === 'https:';
  } catch {
    return false;
  }
}
