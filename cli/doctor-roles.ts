import type { Api } from '../harness/api.js';
import type { Client } from '../harness/client/client.js';
import { TransportError } from '../harness/client/transport-error.js';
import { isObject } from '../harness/place.js';
import { cut } from '../harness/redaction.js';
import {
  authorization,
  type Credentials,
  credentialName,
  NEEDED_ROLES,
  type Scheme,
  SIGNED_IN_ROLES,
  type SignedInRole,
} from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import type { Finding } from './doctor-findings.js';

/** The result of signing in with every role. */
export interface SignedIn {
  findings: Finding[];
  /** The roles that sign in with all their credentials. */
  sound: SignedInRole[];
}

const IN_WORDS: Record<Scheme, string> = { token: 'with token', basic: 'with name and password' };

/**
 * Tries each scheme of each role on `people/`, which anonymous callers must not read. An instance that
 * returns it to anonymous callers cannot show whether a role signs in, so that is tested too.
 */
export async function trySigningIn(
  api: Api,
  client: Client,
  { credentials }: TargetSettings,
): Promise<SignedIn> {
  const open = (await refusal(api)) === undefined;
  const tried = await Promise.all(
    SIGNED_IN_ROLES.map(async (role) => {
      const given = credentials[role];
      if (given === undefined) {
        const findings = NEEDED_ROLES.some((needed) => needed === role)
          ? [noCredentials(role)]
          : [];
        return { role, findings, signsIn: false };
      }
      const schemes = schemesOf(given);
      const refusals = await Promise.all(schemes.map((scheme) => refusal(api.as(role), scheme)));
      const findings = schemes.map((scheme, index) => {
        const refused = refusals[index];
        return refused === undefined
          ? signsIn(role, scheme, open)
          : refusedAs(role, scheme, { ...refused, why: client.redaction.text(refused.why) });
      });
      return { role, findings, signsIn: refusals.every((each) => each === undefined) };
    }),
  );
  return {
    findings: tried.flatMap(({ findings }) => findings),
    sound: tried.filter((each) => each.signsIn).map(({ role }) => role),
  };
}

function schemesOf(credentials: Credentials): Scheme[] {
  return (['token', 'basic'] as const).filter(
    (scheme) => authorization(credentials, scheme) !== undefined,
  );
}

/** Why `people/` was not returned. */
interface Refused {
  why: string;
  /** The status of the response, if there was one. */
  status?: number;
}

/** Returns nothing if `people/` is returned. */
async function refusal(api: Api, scheme?: Scheme): Promise<Refused | undefined> {
  try {
    const query = { per_page: 1 };
    const answer = await api.get('people/', { query, scheme });
    if (answer.status === 200) return undefined;
    const detail = isObject(answer.json) ? answer.json.detail : undefined;
    const why = typeof detail === 'string' ? ` "${cut(detail, 200)}"` : '';
    return { why: `people/ returned ${answer.status}${why}`, status: answer.status };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { why: error.message };
  }
}

function noCredentials(role: SignedInRole): Finding {
  const [token, name, password] = (['token', 'name', 'password'] as const).map((part) =>
    credentialName(role, part),
  );
  return {
    mark: 'none',
    says: `${role}: no credentials`,
    advice: `set ${token}, or ${name} and ${password}`,
  };
}

function signsIn(role: SignedInRole, scheme: Scheme, open: boolean): Finding {
  if (!open) return { mark: 'good', says: `${role} signed in ${IN_WORDS[scheme]}` };
  return {
    mark: 'remark',
    says: `${role} is not refused ${IN_WORDS[scheme]}, but the instance also returns people/ to anonymous callers, so sign-in could not be verified`,
  };
}

function refusedAs(role: SignedInRole, scheme: Scheme, { why, status }: Refused): Finding {
  return {
    mark: 'bad',
    says: `${role} could not sign in ${IN_WORDS[scheme]}: ${why}`,
    advice: status === 401 || status === 403 ? toCheck(role, scheme) : adviceOn(status),
  };
}

function toCheck(role: SignedInRole, scheme: Scheme): string {
  return scheme === 'token'
    ? `check ${credentialName(role, 'token')}; the profile page of the user on the instance shows the token`
    : `check ${credentialName(role, 'name')} and ${credentialName(role, 'password')}`;
}

/** The credentials are not to blame where the instance neither accepts nor rejects them. */
function adviceOn(status: number | undefined): string {
  if (status === undefined) return 'the request failed; the credentials were not tested. Try again';
  const who = status >= 500 ? 'the instance has a server error' : 'expected 200, 401 or 403';
  return `${who}; the credentials were neither accepted nor rejected`;
}
