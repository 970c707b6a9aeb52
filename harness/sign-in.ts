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

/** The lists that docs/api.md, "Authentication" opens to authenticated users only. */
const GUARDED = ['people/', 'users/'];

const SCHEMES: readonly Scheme[] = ['token', 'basic'];

/** Statuses that refuse a caller. */
const REFUSALS = [401, 403, 404];

/**
 * Signs in as each role with credentials, preferably by token. A role is rejected if both protected
 * lists refuse it. If the instance only ignores the token while username and password work, that is
 * a defect of the instance (docs/verdicts.md B-43).
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
      scheme,
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
    return client.redaction.text(`${named(answer)} returned ${refusal(answer)}; check ${names}`);
  }
  return undefined;
}

/** Undefined if there was no response, which says nothing about the credentials. */
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

/** The status and text of a refusal. */
function refusal({ status, json }: Answer): string {
  const detail = isObject(json) ? json.detail : undefined;
  return typeof detail === 'string'
    ? `${status} ${JSON.stringify(detail.slice(0, 200))}`
    : `${status}`;
}
