import { X509Certificate } from 'node:crypto';
import { existsSync, lstatSync } from 'node:fs';
import { resolve } from 'node:path';
import { usualJournal } from '../harness/journal.js';
import { type Credentials, canSignIn, credentialName, type SignedInRole } from '../harness/role.js';
import { SHORTEST_SECRET } from '../harness/secret-forms.js';
import type { RunSettings, TargetSettings } from '../harness/settings.js';
import { shellWord } from '../harness/shell.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import type { Environment } from './environment.js';
import { OPTIONS, type Values } from './options.js';
import { proxySettings } from './proxy-settings.js';
import { causeOf, Refusal } from './refusal.js';
import { keptWalkSettings } from './walk-settings.js';

/** What the commands that ask an instance are told of it and of who asks. */
export type TargetValues = Pick<
  Values<'run'>,
  Exclude<keyof Values<'doctor'>, 'project' | 'suite' | 'noColor' | 'debug'>
>;

/**
 * Makes the settings of a run of its options; `environment` names proxies. Throws a Refusal, as `targetSettings` does, and if what
 * is said of writing does not fit together.
 */
export function runSettings(
  values: Values<'run'>,
  environment: Environment['values'] = process.env,
): RunSettings {
  const { project, versions, maxDuration, maxRequests, shard, suite = [] } = values;
  if (shard !== undefined && suite.length > 0) {
    throw new Refusal('--shard divides the requirements of the specification; expected no --suite');
  }
  const walking = keptWalkSettings(values);
  if (shard !== undefined && walking.walk !== undefined) {
    throw new Refusal('--shard and a walk over whole lists are both given; expected one of them');
  }
  return {
    ...targetSettings(values, environment),
    showEmails: values.showEmails ?? false,
    ...(versions === undefined ? {} : { versions }),
    only: values.only ?? [],
    ...(values.scope === undefined ? {} : { scope: values.scope }),
    ...(values.failOn === 'warn' ? { failOn: values.failOn } : {}),
    skip: values.skip ?? [],
    ...(project === undefined ? {} : { project }),
    ...writesOf(values),
    ...(values.shard === undefined ? {} : { shard: values.shard }),
    ...walking,
    ...(maxRequests === undefined ? {} : { maxRequests }),
    seed: values.seed,
    ...(values.thorough === undefined ? {} : { thorough: values.thorough }),
    ...(maxDuration === undefined ? {} : { maxDurationMs: maxDuration }),
  };
}

/**
 * Makes of the options how to talk to the instance. Throws a Refusal if the base URL is missing, if
 * credentials are given by half, if the file of `--ca` holds no certificates, or if a proxy of the
 * environment is none.
 */
export function targetSettings(
  values: TargetValues,
  environment: Environment['values'] = process.env,
): TargetSettings {
  const { baseUrl, ca, concurrency, rps, maxBytes } = values;
  if (baseUrl === undefined) {
    throw new Refusal(
      `no instance is named: expected --base-url URL (or ${OPTIONS.baseUrl.environment}); conformance demo examines the embedded reference instance`,
    );
  }
  return {
    baseUrl: baseUrl.address,
    credentials: credentialsOf(values),
    headers: values.header ?? [],
    ...(ca === undefined ? {} : { ca: readCertificates(ca) }),
    ...proxySettings(environment),
    concurrency,
    rps,
    timeoutMs: values.timeout,
    maxBytes,
    showEmails: false,
  };
}

/** Throws a Refusal for hazardous inputs without leave to write, and for a journal that is there already. */
function writesOf(values: Values<'run'>): Pick<RunSettings, 'writes'> {
  const { allowWrites, hazardousInputs = false, runs, journal } = values;
  if (!allowWrites) {
    if (!hazardousInputs) return {};
    throw new Refusal('--hazardous-inputs is given without --allow-writes; expected both, or none');
  }
  if (journal !== undefined && lstatSync(journal, { throwIfNoEntry: false }) !== undefined) {
    if (!existsSync(journal)) {
      throw new Refusal(
        `--journal: ${journal} is a symbolic link that leads nowhere; expected the name of a file that is not there yet`,
      );
    }
    throw new Refusal(
      `--journal: ${journal} is there already; if it is the journal of a run that was killed, conformance restore --base-url URL ${shellWord(journal)} comes first`,
    );
  }
  const path = resolve(journal ?? usualJournal());
  return { writes: { runs, hazardous: hazardousInputs, journal: path } };
}

/**
 * The credentials of the roles; a name and a password in the base URL are those of the user. Throws
 * a Refusal if some are given by half, or twice and not alike.
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
  };
  const roles = Object.entries(given) as [SignedInRole, Credentials][];
  for (const [role, each] of roles) {
    for (const part of ['token', 'password'] as const) expectTellable(role, part, each[part]);
  }
  for (const [role, { token, name, password }] of roles) {
    const half = token === undefined && (name === undefined) !== (password === undefined);
    if (!half) continue;
    const [there, missing] =
      name === undefined ? (['password', 'name'] as const) : (['name', 'password'] as const);
    throw new Refusal(
      `${credentialName(role, there)} is given without ${credentialName(role, missing)}; expected both, or ${credentialName(role, 'token')}`,
    );
  }
  return Object.fromEntries(roles.filter(([, each]) => canSignIn(each)));
}

/** A secret of a few letters is in every other word: it could not be told from them in a report, and masked. */
function expectTellable(
  role: SignedInRole,
  part: 'token' | 'password',
  secret: string | undefined,
): void {
  if (secret === undefined || secret.length >= SHORTEST_SECRET) return;
  throw new Refusal(
    `${credentialName(role, part)} has ${secret.length} characters; expected ${SHORTEST_SECRET} at least, since a shorter one cannot be kept out of reports`,
  );
}

/** Which of two were meant is not guessed at. */
function once(
  own: string | undefined,
  inUrl: string | undefined,
  part: 'name' | 'password',
): string | undefined {
  if (own === undefined || inUrl === undefined || own === inUrl) return own ?? inUrl;
  throw new Refusal(
    `the base URL holds a ${part} of the user, and ${credentialName('user', part)} is another; expected one of them`,
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

/** The certificates in the file of `--ca`. Throws a Refusal if it holds none. */
export function readCertificates(path: string): string {
  let text: string;
  try {
    text = readTextFile(path, LONGEST_FILE.certificates);
  } catch (error) {
    throw new Refusal(`--ca: ${path} cannot be read: ${causeOf(error)}`);
  }
  try {
    // Reads the first certificate and refuses what is none; undici would ignore it in silence.
    new X509Certificate(text);
  } catch {
    throw new Refusal(
      `--ca: ${path} holds no certificate; expected PEM (-----BEGIN CERTIFICATE-----)`,
    );
  }
  return text;
}
