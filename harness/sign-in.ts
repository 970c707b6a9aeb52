import type { Version } from '../specification/versions.js';
import { type Answer, named } from './client/answer.js';
import type { Client } from './client/client.js';
import type { Read } from './client/request.js';
import { cut } from './masked.js';
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

/** Credentials of nobody, of each scheme. */
const WRONG = [`Token ${'0'.repeat(40)}`, `Basic ${btoa('conformance:wrong')}`];

/** Statuses that refuse a caller. */
const REFUSALS = [401, 403, 404];

/**
 * Signs in as each role with credentials, preferably by token. A role is rejected if both protected
 * lists refuse it. If the instance only ignores the token while username and password work, that is
 * a defect of the instance (docs/verdicts.md B-43). The reasons are not masked.
 */
export async function rejectedRoles(
  client: Client,
  version: Version,
  { credentials }: Pick<TargetSettings, 'credentials'>,
): Promise<RejectedRole[]> {
  const ask = (read: Read) => client.readIfAnswered(read);
  const tried = await Promise.all(
    rolesOf(credentials).map(async (role) => {
      const why = await whyRejected(ask, version, role, credentials[role] ?? {});
      return why === undefined ? [] : [{ role, why }];
    }),
  );
  const rejected = tried.flat();
  if (rejected.length === 0 || rejected.length < tried.length) return rejected;
  const why = await whyNoneArrives(client, version);
  if (why === undefined) return rejected;
  return rejected.map(({ role }) => ({ role, why, isOfAll: true }));
}

/**
 * Why the credentials of all roles are rejected, if none arrives: a protected list refuses a wrong token and a
 * wrong password as if nothing had been sent, where an instance that gets them says so. Otherwise undefined.
 */
export async function whyNoneArrives(
  client: Client,
  version: Version,
): Promise<string | undefined> {
  const url = `/api/${version}/${GUARDED.at(-1)}?per_page=1`;
  const read = (authorization?: string) =>
    client.readIfAnswered({ role: 'anonymous', url, authorization });
  const [without, ...others] = await Promise.all([undefined, ...WRONG].map(read));
  if (without === undefined || !isObject(without.json) || !isUnauthorized(without))
    return undefined;
  const isAlike = others.every((other) => other && refusal(other) === refusal(without));
  if (!isAlike || typeof without.json.detail !== 'string') return undefined;
  return `credentials do not reach the API: every role, a wrong token and a wrong password are refused as if nothing had been sent (${refusal(without)}); the server needs WSGIPassAuthorization On (Apache with mod_wsgi), or a proxy removes Authorization`;
}

/** Whether a caller is refused for its credentials. */
export function isUnauthorized({ status }: Answer): boolean {
  return status === 401 || status === 403;
}

/** Why the credentials of a role are rejected, in plain text; undefined if they are accepted, or if nothing answers. */
export async function whyRejected(
  read: (read: Read) => Promise<Answer | undefined>,
  version: Version,
  role: SignedInRole,
  credentials: Credentials,
): Promise<string | undefined> {
  const ask = (path: string, as: SignedInRole | 'anonymous', scheme?: Scheme) =>
    read({ role: as, url: `/api/${version}/${path}?per_page=1`, scheme });
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
    return `${named(answer)} returned ${refusal(answer)}; check ${names}`;
  }
  return undefined;
}

/** The status and text of a refusal. */
export function refusal({ status, json }: Answer): string {
  const detail = isObject(json) ? json.detail : undefined;
  return typeof detail === 'string' ? `${status} ${JSON.stringify(cut(detail, 200))}` : `${status}`;
}
