import type { Api } from '../harness/api.js';
import type { Answer } from '../harness/client/answer.js';
import { TransportError } from '../harness/client/transport-error.js';
import type { Instance } from '../harness/instance.js';
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
import { whyNoneArrives } from '../harness/sign-in.js';
import { Inconclusive } from '../harness/violation.js';
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
export async function trySigningIn(api: Api, { credentials }: TargetSettings): Promise<SignedIn> {
  const open = (await answerOf(api)).status === 200;
  const tried = await Promise.all(
    SIGNED_IN_ROLES.map(async (role) => {
      const given = credentials[role];
      const findings = await Promise.all(
        schemesOf(given).map((scheme) => signIn(api, role, scheme, open)),
      );
      if (given === undefined && role !== 'ci') findings.push(noCredentials(role));
      const signsIn = given !== undefined && findings.every(({ mark }) => mark !== 'bad');
      return { role, findings, signsIn };
    }),
  );
  const findings = tried.flatMap((each) => each.findings);
  const tries = findings.filter(({ mark }) => mark !== 'none');
  const isNone = tries.length > 0 && tries.every(({ mark }) => mark === 'bad');
  const why = isNone
    ? await whyNoneArrives((authorization) => wrongly(api, authorization))
    : undefined;
  const none: Finding[] = why === undefined ? tries : [{ mark: 'bad', says: why }];
  return {
    findings: [...none, ...findings.filter(({ mark }) => mark === 'none')],
    sound: tried.filter(({ signsIn }) => signsIn).map(({ role }) => role),
  };
}

function schemesOf(credentials: Credentials = {}): Scheme[] {
  return (['token', 'basic'] as const).filter(
    (scheme) => authorization(credentials, scheme) !== undefined,
  );
}

async function signIn(
  api: Api,
  role: SignedInRole,
  scheme: Scheme,
  open: boolean,
): Promise<Finding> {
  const { status, says } = await answerOf(api.as(role), scheme);
  if (status !== 200) {
    const parts = scheme === 'token' ? (['token'] as const) : (['name', 'password'] as const);
    const names = parts.map((part) => credentialName(role, part)).join(' and ');
    const source =
      scheme === 'token' ? '; the profile page of the user on the instance shows the token' : '';
    return {
      mark: 'bad',
      says: `${role} could not sign in ${IN_WORDS[scheme]}: ${says}`,
      advice:
        status === 401 || status === 403
          ? `check ${names}${source}`
          : 'the credentials were neither accepted nor rejected (expected 200, 401 or 403); look at the server, and try again',
    };
  }
  if (!open) return { mark: 'good', says: `${role} signed in ${IN_WORDS[scheme]}` };
  return {
    mark: 'remark',
    says: `${role} is not refused ${IN_WORDS[scheme]}, but the instance also returns people/ to anonymous callers, so sign-in could not be verified`,
  };
}

/** Reads the guarded list with credentials of nobody; undefined without an answer. */
async function wrongly(api: Api, authorization?: string): Promise<Answer | undefined> {
  try {
    return await api.get('people/', { query: { per_page: 1 }, authorization });
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return undefined;
  }
}

async function answerOf(api: Api, scheme?: Scheme): Promise<{ status?: number; says: string }> {
  try {
    const { status, json } = await api.get('people/', { query: { per_page: 1 }, scheme });
    const detail = isObject(json) ? json.detail : undefined;
    const why = typeof detail === 'string' ? ` "${cut(detail, 200)}"` : '';
    return { status, says: `people/ returned ${status}${why}` };
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return { says: error.message };
  }
}

function noCredentials(role: SignedInRole): Finding {
  const [token, name, password] = (['token', 'name', 'password'] as const).map((part) =>
    credentialName(role, part),
  );
  const advice = `set ${token}, or ${name} and ${password}`;
  return { mark: 'none', says: `${role}: no credentials`, advice };
}

/** The accounts of the roles. A role whose account is unknown is missing from `ids`. */
export interface Accounts {
  findings: Finding[];
  ids: ReadonlyMap<SignedInRole, number>;
}

/** Determines the account of each role that signs in. */
export async function lookAtAccounts(
  api: Api,
  instance: Instance,
  roles: readonly SignedInRole[],
  { credentials }: TargetSettings,
): Promise<Accounts> {
  const ids = new Map<SignedInRole, number>();
  const findings = await Promise.all(
    roles.map(async (role): Promise<Finding> => {
      try {
        const id = await instance.ownId(role);
        const schemes = schemesOf(credentials[role]);
        const details = await Promise.all(
          schemes.map(async (scheme) => (await api.as(role).get(`users/${id}/`, { scheme })).json),
        );
        const own = details.filter(
          (detail) => isObject(detail) && Object.hasOwn(detail, 'settings'),
        );
        const [shown] = details;
        const name = isObject(shown) ? shown.username : undefined;
        const who = `${typeof name === 'string' ? name : 'unnamed user'} (user ${id})`;
        if (own.length > 0 && own.length < details.length) return twoAccounts(role, who);
        ids.set(role, id);
        if (own.length > 0) return { mark: 'good', says: `${role} is ${who}` };
        const says = `${role} is probably ${who}: matched by name only, since the instance does not return its settings`;
        return { mark: 'remark', says };
      } catch (error) {
        if (!(error instanceof Inconclusive || error instanceof TransportError)) throw error;
        return { mark: 'remark', says: `${role}: account unknown: ${error.message}` };
      }
    }),
  );
  return { findings: [...findings, ...shared(roles, ids)], ids };
}

function twoAccounts(role: SignedInRole, who: string): Finding {
  return {
    mark: 'bad',
    says: `${role}: token and name belong to different accounts; the name belongs to ${who}`,
    advice: `set ${credentialName(role, 'token')} and ${credentialName(role, 'name')} to the same account`,
  };
}

/** Access checks need a different account for each role. */
function shared(roles: readonly SignedInRole[], ids: ReadonlyMap<SignedInRole, number>): Finding[] {
  return roles.flatMap((role, index) => {
    const same = roles
      .slice(index + 1)
      .filter((other) => ids.has(role) && ids.get(role) === ids.get(other));
    return same.map((other): Finding => {
      const says = `${role} and ${other} are the same account`;
      const advice = `set the credentials of ${other} to another account; access checks need two`;
      return { mark: 'bad', says, advice };
    });
  });
}
