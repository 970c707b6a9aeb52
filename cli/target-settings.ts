import { X509Certificate } from 'node:crypto';
import { Client } from '../harness/client/client.js';
import { type TransportCode, TransportError } from '../harness/client/transport-error.js';
import {
  type Credentials,
  canSignIn,
  credentialName,
  SIGNED_IN_ROLES,
  type SignedInRole,
} from '../harness/role.js';
import { SHORTEST_SECRET } from '../harness/secrets.js';
import type { Proxies, TargetSettings } from '../harness/settings.js';
import { type Target, urlOf } from '../harness/target.js';
import type { CREDENTIALS } from './options/credentials.js';
import { OPTIONS, type Values } from './options.js';
import { parseBaseUrl } from './parse/base-url.js';
import { Refusal, readGiven, refusing } from './refusal.js';
import type { Terminal } from './terminal.js';

/** The environment, which names proxies, and how the user starts this program. */
export type Surroundings = Pick<Terminal, 'environment' | 'program'>;

/** Options of the commands that send requests to an instance. */
export type TargetValues = Pick<
  Values<'run'>,
  Exclude<keyof Values<'doctor'>, 'project' | 'requirements' | 'noColor' | 'debug'>
>;

/**
 * Converts the options to the settings of the client. Throws a Refusal if the base URL is missing,
 * credentials are incomplete, the file of `--ca` has no certificate, or a proxy URL is invalid.
 */
export function targetSettings(values: TargetValues, surroundings: Surroundings): TargetSettings {
  const { baseUrl, ca, maxBytes } = values;
  const { environment, program } = surroundings;
  if (baseUrl === undefined) {
    throw new Refusal(
      `no instance given: expected --base-url URL (or ${OPTIONS.baseUrl.environment}); ${program} demo tests the embedded reference instance`,
    );
  }
  return {
    baseUrl: baseUrl.address,
    credentials: credentialsOf(values),
    headers: values.header ?? [],
    userAgent: values.userAgent,
    ca: ca === undefined ? undefined : readCertificates(ca),
    proxies: proxiesIn(environment),
    concurrency: values.gentle ? 1 : values.concurrency,
    rps: values.gentle ? 1 : values.rps,
    timeoutMs: values.timeout,
    maxBytes,
    showEmails: false,
  };
}

/**
 * The settings for an instance that an operand names, once its address is settled. Rejects with a Refusal
 * as `targetSettings` and `settleAddress` do, and if the operand is no address; `name` is the operand's.
 */
export async function settingsOfOperand(
  name: string,
  operand: string,
  values: Omit<TargetValues, 'baseUrl'>,
  terminal: Terminal,
): Promise<TargetSettings> {
  const baseUrl = refusing(
    RangeError,
    () => parseBaseUrl(operand),
    (cause) => `${name}: ${cause}`,
  );
  const named = { ...values, baseUrl };
  const settings = targetSettings(named, terminal);
  await settleAddress(named, settings, (line) => terminal.note(line), name);
  return settings;
}

/**
 * Throws a Refusal unless the user names the instance of a journal: credentials are sent only to an instance
 * that the user names, not to one named by a file.
 */
export function refuseOtherInstance(
  path: string,
  head: Target,
  { baseUrl }: Pick<TargetValues, 'baseUrl'>,
): void {
  const own = urlOf(head);
  if (baseUrl?.address === own) return;
  const given = baseUrl === undefined ? 'no --base-url is set' : `--base-url is ${baseUrl.address}`;
  throw new Refusal(
    `${path} is the journal of ${own}, but ${given}; expected --base-url ${own} (or ${OPTIONS.baseUrl.environment}), so that credentials are not sent elsewhere`,
  );
}

/**
 * Tells in one line which address is used, if that is not what was given. Rejects with a Refusal if what
 * was given has no scheme and does not answer by https: http would send credentials unencrypted, so it
 * must be asked for. `option` is where the address was given.
 */
export async function settleAddress(
  { baseUrl }: Partial<Pick<TargetValues, 'baseUrl'>>,
  settings: TargetSettings,
  note: (line: string) => void,
  option = '--base-url',
): Promise<void> {
  const { address, page, withoutScheme } = baseUrl ?? {};
  if (withoutScheme !== undefined) {
    const cause = await whyNoAnswer(settings);
    if (cause !== undefined) {
      throw new Refusal(
        `${option}: ${withoutScheme} does not answer by https: ${cause}; expected https://${withoutScheme} or http://${withoutScheme}`,
      );
    }
  }
  const part = page === undefined ? '' : `, the part before ${page}`;
  if (part !== '' || withoutScheme !== undefined) note(`${option}: using ${address}${part}`);
}

/** Something answered, though not with an answer that a run could use: the run tells that. */
const ANSWERED: readonly TransportCode[] = ['unavailable', 'too-long', 'bad-encoding'];

/** Undefined if there is an answer, whatever it is. */
async function whyNoAnswer(settings: TargetSettings): Promise<string | undefined> {
  const client = new Client(settings);
  try {
    await client.read({ role: 'anonymous', url: '/api/' });
    return undefined;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    if (ANSWERED.includes(error.code)) return undefined;
    return client.redaction.text(error.message.replace(/^GET \S+: /, ''));
  } finally {
    await client.close();
  }
}

/** The options that hold credentials. */
type GivenCredentials = Pick<
  TargetValues,
  'baseUrl' | (keyof typeof CREDENTIALS & keyof TargetValues)
>;

/**
 * Returns the credentials of the roles. A name and a password in the base URL belong to the role user.
 * Throws a Refusal if credentials are incomplete or contradict each other.
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
  return Object.fromEntries(roles.filter(([, each]) => canSignIn(each)));
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
      `${credentialName(role, part)} has ${length} characters; expected at least ${SHORTEST_SECRET}, since shorter secrets cannot be masked in reports`,
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
