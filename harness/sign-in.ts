import type { Version } from '../specification/versions.js';
import { type Answer, named } from './client/answer.js';
import type { Client } from './client/client.js';
import { ForeignOrigin, TransportError } from './client/transport-error.js';
import { isObject } from './place.js';
import type { RejectedRole } from './report.js';
import {
  authorization,
  type Credentials,
  credentialName,
  rolesOf,
  type Scheme,
  type SignedInRole,
} from './role.js';
import type { TargetSettings } from './settings.js';

/** The lists that SPEC.md, "Authentication" has open to every signed-in user, and to no other caller. */
const GUARDED = ['people/', 'users/'];

const SCHEMES: readonly Scheme[] = ['token', 'basic'];

/** Statuses that turn a caller away. */
const REFUSALS = [401, 403, 404];

/**
 * Signs in as each role that has credentials, by its token if it has one. A role is rejected if both guarded lists are
 * refused to it; credentials that the instance ignores, as if there were none, while others of the same
 * role sign in, are a defect of the instance instead (docs/verdicts.md B-43).
 */
export async function rejectedRoles(
  client: Client,
  version: Version,
  { credentials }: Pick<TargetSettings, 'credentials'>,
): Promise<RejectedRole[]> {
  const tried = await Promise.all(
    rolesOf(credentials).map(async (role) => {
      const why = await whyRejected(client, version, role, credentials[role] ?? {});
      return why === undefined ? [] : [{ role, why }];
    }),
  );
  return tried.flat();
}

async function whyRejected(
  client: Client,
  version: Version,
  role: SignedInRole,
  credentials: Credentials,
): Promise<string | undefined> {
  const ask = (path: string, as: SignedInRole | 'anonymous', scheme?: Scheme) =>
    answerOf(client, {
      role: as,
      url: `/api/${version}/${path}?per_page=1`,
      ...(scheme === undefined ? {} : { scheme }),
    });
  for (const path of GUARDED) {
    const answer = await ask(path, role);
    if (answer === undefined || !REFUSALS.includes(answer.status)) return undefined;
    if (path !== GUARDED.at(-1)) continue;
    const isPair = SCHEMES.every((scheme) => authorization(credentials, scheme) !== undefined);
    if (isPair && (await ask(path, role, 'basic'))?.status === 200) {
      const anonymous = await ask(path, 'anonymous');
      if (anonymous !== undefined && refusal(anonymous) === refusal(answer)) return undefined;
    }
    const parts =
      credentials.token === undefined ? (['name', 'password'] as const) : (['token'] as const);
    const names = parts.map((part) => credentialName(role, part)).join(' and ');
    return client.redaction.text(`${named(answer)} answered ${refusal(answer)}; check ${names}`);
  }
  return undefined;
}

/** Undefined where there was no answer: that says nothing of the credentials. */
async function answerOf(
  client: Client,
  request: Parameters<Client['read']>[0],
): Promise<Answer | undefined> {
  try {
    return await client.read(request);
  } catch (error) {
    if (error instanceof TransportError || error instanceof ForeignOrigin) return undefined;
    throw error;
  }
}

/** The status of a refusal and the text that it gives. */
function refusal({ status, json }: Answer): string {
  const detail = isObject(json) ? json.detail : undefined;
  return typeof detail === 'string'
    ? `${status} ${JSON.stringify(detail.slice(0, 200))}`
    : `${status}`;
}
