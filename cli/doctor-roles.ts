import type { Api } from '../harness/api.js';
import type { Client } from '../harness/client/client.js';
import { TransportError } from '../harness/client/transport-error.js';
import { isObject } from '../harness/place.js';
import { cut } from '../harness/redaction.js';
import {
  authorization,
  type Credentials,
  credentialName,
  type Scheme,
  SIGNED_IN_ROLES,
  type SignedInRole,
} from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import type { Finding } from '../reporters/doctor.js';

/** How a role signs in, as far as it was tried. */
export interface SignedIn {
  findings: Finding[];
  /** The roles that sign in by everything that they were given. */
  sound: SignedInRole[];
}

const IN_WORDS: Record<Scheme, string> = { token: 'by token', basic: 'by name and password' };

/**
 * Tries each scheme of each role. `people/` tells: it is refused to those who do not sign in, which
 * is asked for as well, since an instance that shows it to everybody shows nothing of the role.
 */
export async function trySigningIn(
  api: Api,
  client: Client,
  { credentials }: TargetSettings,
): Promise<SignedIn> {
  const open = typeof (await refusal(api)) !== 'string';
  const tried = await Promise.all(
    SIGNED_IN_ROLES.map(async (role) => {
      const given = credentials[role];
      if (given === undefined) return { role, findings: [noCredentials(role)], signsIn: false };
      const schemes = schemesOf(given);
      const refusals = await Promise.all(schemes.map((scheme) => refusal(api.as(role), scheme)));
      const findings = schemes.map((scheme, index) => {
        const refused = refusals[index];
        return refused === undefined
          ? signsIn(role, scheme, open)
          : refusedAs(role, scheme, client.redaction.text(refused));
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

/** Why `people/` is not shown, in words; nothing if it is. */
async function refusal(api: Api, scheme?: Scheme): Promise<string | undefined> {
  try {
    const query = { per_page: 1 };
    const answer = await api.get('people/', { query, ...(scheme === undefined ? {} : { scheme }) });
    if (answer.status === 200) return undefined;
    const detail = isObject(answer.json) ? answer.json.detail : undefined;
    const why = typeof detail === 'string' ? ` "${cut(detail, 200)}"` : '';
    return `people/ answers with status ${answer.status}${why}`;
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return error.message;
  }
}

function noCredentials(role: SignedInRole): Finding {
  const [token, name, password] = (['token', 'name', 'password'] as const).map((part) =>
    credentialName(role, part),
  );
  return {
    mark: 'none',
    says: `${role}: no credentials`,
    advice: `give ${token}, or ${name} and ${password}`,
  };
}

function signsIn(role: SignedInRole, scheme: Scheme, open: boolean): Finding {
  if (!open) return { mark: 'good', says: `${role} signs in ${IN_WORDS[scheme]}` };
  return {
    mark: 'remark',
    says: `${role} is not refused ${IN_WORDS[scheme]}, but people/ is shown to everybody: that it signs in is not shown`,
  };
}

function refusedAs(role: SignedInRole, scheme: Scheme, why: string): Finding {
  return {
    mark: 'bad',
    says: `${role} does not sign in ${IN_WORDS[scheme]}: ${why}`,
    advice:
      scheme === 'token'
        ? `is ${credentialName(role, 'token')} right? The user's profile page on the instance shows the token`
        : `are ${credentialName(role, 'name')} and ${credentialName(role, 'password')} right?`,
  };
}
