import { X509Certificate } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { usualJournal } from '../harness/journal.js';
import { type Credentials, canSignIn, credentialName, type SignedInRole } from '../harness/role.js';
import { SHORTEST_SECRET } from '../harness/secret-forms.js';
import type { RunSettings, TargetSettings } from '../harness/settings.js';
import { restoreLine } from '../harness/shell.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { OPTIONS, type Values } from './options.js';
import { proxySettings } from './proxy-settings.js';
import { causeOf, Refusal } from './refusal.js';
import { scanSettings } from './scan-settings.js';
import type { Terminal } from './terminal.js';

/** The environment, which names proxies, and how the user starts this program. */
export type Surroundings = Pick<Terminal, 'environment' | 'program'>;

/** Options of the commands that send requests to an instance. */
export type TargetValues = Pick<
  Values<'run'>,
  Exclude<keyof Values<'doctor'>, 'project' | 'requirements' | 'noColor' | 'debug'>
>;

/**
 * Converts the options of a run to its settings. Throws a Refusal as
 * `targetSettings` does, and if options conflict.
 */
export function runSettings(values: Values<'run'>, surroundings: Surroundings): RunSettings {
  const { project, versions, maxDuration, maxRequests, shard } = values;
  const walking = scanSettings(values);
  if (shard !== undefined && walking.walk !== undefined) {
    throw new Refusal('--shard cannot be combined with --exhaustive or --sample');
  }
  return {
    ...targetSettings(values, surroundings),
    showEmails: values.showEmails ?? false,
    ...(versions === undefined ? {} : { versions }),
    only: values.only ?? [],
    ...(values.requirements === undefined ? {} : { requirements: values.requirements }),
    ...(values.scope === undefined ? {} : { scope: values.scope }),
    ...(values.failOn === 'warn' ? { failOn: values.failOn } : {}),
    skip: values.skip ?? [],
    ...(project === undefined ? {} : { project }),
    ...writesOf(values, surroundings),
    ...(values.shard === undefined ? {} : { shard: values.shard }),
    ...walking,
    ...(maxRequests === undefined ? {} : { maxRequests }),
    seed: values.seed,
    ...(values.thorough === undefined ? {} : { thorough: values.thorough }),
    ...(maxDuration === undefined ? {} : { maxDurationMs: maxDuration }),
  };
}

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
    ...(values.userAgent === undefined ? {} : { userAgent: values.userAgent }),
    ...(ca === undefined ? {} : { ca: readCertificates(ca) }),
    ...proxySettings(environment),
    concurrency: values.gentle ? 1 : values.concurrency,
    rps: values.gentle ? 1 : values.rps,
    timeoutMs: values.timeout,
    maxBytes,
    showEmails: false,
  };
}

/** Throws a Refusal for hazardous inputs without `--allow-writes`, and for an existing journal. */
function writesOf(values: Values<'run'>, { program }: Surroundings): Pick<RunSettings, 'writes'> {
  const { allowWrites, hazardousInputs = false, runs, journal } = values;
  if (!allowWrites) {
    if (!hazardousInputs) return {};
    throw new Refusal('--hazardous-inputs requires --allow-writes');
  }
  if (journal !== undefined && lstatSync(journal, { throwIfNoEntry: false }) !== undefined) {
    if (!existsSync(journal)) {
      throw new Refusal(
        `--journal: ${journal} is a broken symbolic link; expected the name of a new file`,
      );
    }
    throw new Refusal(
      `--journal: ${journal} already exists; if it is the journal of a killed run, first run ${restoreLine(program, 'URL', journal)}`,
    );
  }
  const path = resolve(journal ?? usualJournal());
  return { writes: { runs, hazardous: hazardousInputs, journal: path } };
}

/**
 * Returns the credentials of the roles. A name and a password in the base URL belong to the role user.
 * Throws a Refusal if credentials are incomplete or contradict each other.
 */
export function credentialsOf(
  values: TargetValues | Values<'restore'>,
): TargetSettings['credentials'] {
  const given: Record<SignedInRole, Credentials> = {
    user: credentials(
      values.userToken,
      once(values.userName, values.baseUrl?.name, 'name'),
      once(values.userPassword, values.baseUrl?.password, 'password'),
    ),
    other: credentials(values.otherToken, values.otherName, values.otherPassword),
    maintainer: credentials(
      values.maintainerToken,
      values.maintainerName,
      values.maintainerPassword,
    ),
    ci: credentials(values.ciToken, values.ciName, values.ciPassword),
  };
  const roles = Object.entries(given) as [SignedInRole, Credentials][];
  for (const [role, each] of roles) {
    for (const part of ['token', 'password'] as const) expectMaskable(role, part, each[part]);
  }
  for (const [role, { token, name, password }] of roles) {
    const half = token === undefined && (name === undefined) !== (password === undefined);
    if (!half) continue;
    const [there, missing] =
      name === undefined ? (['password', 'name'] as const) : (['name', 'password'] as const);
    throw new Refusal(
      `${credentialName(role, there)} is set without ${credentialName(role, missing)}; expected both, or ${credentialName(role, 'token')}`,
    );
  }
  return Object.fromEntries(roles.filter(([, each]) => canSignIn(each)));
}

/** A very short secret also occurs in other text, so it cannot be masked in reports. */
function expectMaskable(
  role: SignedInRole,
  part: 'token' | 'password',
  secret: string | undefined,
): void {
  if (secret === undefined || secret.length >= SHORTEST_SECRET) return;
  throw new Refusal(
    `${credentialName(role, part)} has ${secret.length} characters; expected at least ${SHORTEST_SECRET}, since shorter secrets cannot be masked in reports`,
  );
}

/** Two different values are an error. */
function once(
  own: string | undefined,
  inUrl: string | undefined,
  part: 'name' | 'password',
): string | undefined {
  if (own === undefined || inUrl === undefined || own === inUrl) return own ?? inUrl;
  throw new Refusal(
    `the ${part} in the base URL differs from ${credentialName('user', part)}; expected one of them`,
  );
}

function credentials(
  token: string | undefined,
  name: string | undefined,
  password: string | undefined,
): Credentials {
  return {
    ...(token === undefined ? {} : { token }),
    ...(name === undefined ? {} : { name }),
    ...(password === undefined ? {} : { password }),
  };
}

/** Reads the certificates in the file of `--ca`. Throws a Refusal if there is none. */
export function readCertificates(path: string): string {
  let text: string;
  try {
    text = readTextFile(path, LONGEST_FILE.certificates);
  } catch (error) {
    throw new Refusal(`--ca: ${path} cannot be read: ${causeOf(error)}`);
  }
  try {
    // undici would silently ignore an invalid certificate.
    new X509Certificate(text);
  } catch {
    throw new Refusal(
      `--ca: ${path} contains no certificate; expected PEM (-----BEGIN CERTIFICATE-----)`,
    );
  }
  return text;
}
