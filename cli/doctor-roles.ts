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

const SCHEMES: Record<Scheme, { words: string; parts: readonly (keyof Credentials)[] }> = {
  token: { words: 'with token', parts: ['token'] },
  basic: { words: 'with name and password', parts: ['name', 'password'] },
};

function schemesOf(credentials: Credentials = {}): Scheme[] {
  return (['token', 'basic'] as const).filter(
    (scheme) => authorization(credentials, scheme) !== undefined,
  );
}

/** The names of the variables of a role for a scheme. */
function variables(role: SignedInRole, scheme: Scheme): string {
  return SCHEMES[scheme].parts.map((part) => credentialName(role, part)).join(' and ');
}

/**
 * Tries each scheme of each role on `people/`, which anonymous callers must not read; returns the roles that sign in
 * with all their credentials, too.
 */
export async function trySigningIn(
  api: Api,
  { credentials }: TargetSettings,
): Promise<{ findings: Finding[]; sound: SignedInRole[] }> {
  const tried = await Promise.all(
    SIGNED_IN_ROLES.map(async (role) => {
      const schemes = schemesOf(credentials[role]);
      const findings = await Promise.all(schemes.map((scheme) => signIn(api, role, scheme)));
      return { role, findings };
    }),
  );
  const given = tried.filter(({ findings }) => findings.length > 0);
  const sound = given.filter(({ findings }) => findings.every(({ mark }) => mark !== 'bad'));
  const none = SIGNED_IN_ROLES.filter((role) => role !== 'ci' && !credentials[role]).map(
    (role): Finding => ({
      mark: 'none',
      says: `${role}: no credentials`,
      advice: `set ${variables(role, 'token')}, or ${variables(role, 'basic')}`,
    }),
  );
  const findings = given.flatMap((each) => each.findings);
  const isNone = given.length > 0 && findings.every(({ mark }) => mark === 'bad');
  const why = isNone ? await whyNoneArrives(readAs(api)) : undefined;
  return {
    findings: [...(why === undefined ? findings : [{ mark: 'bad', says: why } as const]), ...none],
    sound: sound.map(({ role }) => role),
  };
}

async function signIn(api: Api, role: SignedInRole, scheme: Scheme): Promise<Finding> {
  const answer = await guarded(api.as(role), { scheme });
  const { words } = SCHEMES[scheme];
  const status = answer instanceof TransportError ? undefined : answer.status;
  if (status === 200) return { mark: 'good', says: `${role} signed in ${words}` };
  return {
    mark: 'bad',
    says: `${role} could not sign in ${words}: ${inWords(answer)}`,
    advice:
      status === 401 || status === 403
        ? `check ${variables(role, scheme)}${scheme === 'token' ? '; the profile page of the user on the instance shows it' : ''}`
        : 'the credentials were neither accepted nor rejected (expected 200, 401 or 403); look at the server, and try again',
  };
}

/** Reads the guarded list; the error, if there is no answer. */
async function guarded(
  api: Api,
  how: { scheme?: Scheme; authorization?: string } = {},
): Promise<Answer | TransportError> {
  try {
    return await api.get('people/', { query: { per_page: 1 }, ...how });
  } catch (error) {
    if (!(error instanceof TransportError)) throw error;
    return error;
  }
}

function readAs(api: Api) {
  return async (authorization?: string) => {
    const answer = await guarded(api, { authorization });
    return answer instanceof TransportError ? undefined : answer;
  };
}

function inWords(answer: Answer | TransportError): string {
  if (answer instanceof TransportError) return answer.message;
  const { status, json } = answer;
  const detail = isObject(json) ? json.detail : undefined;
  return `people/ returned ${status}${typeof detail === 'string' ? ` "${cut(detail, 200)}"` : ''}`;
}

/** Determines the account of each role that signs in. A role whose account is unknown is missing from `ids`. */
export async function lookAtAccounts(
  api: Api,
  instance: Instance,
  roles: readonly SignedInRole[],
  { credentials }: TargetSettings,
): Promise<{ findings: Finding[]; ids: ReadonlyMap<SignedInRole, number> }> {
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
        if (own.length > 0 && own.length < details.length) {
          return {
            mark: 'bad',
            says: `${role}: token and name belong to different accounts; the name belongs to ${who}`,
            advice: `set ${variables(role, 'token')} and ${credentialName(role, 'name')} to the same account`,
          };
        }
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

/** Access checks need a different account for each role. */
function shared(roles: readonly SignedInRole[], ids: ReadonlyMap<SignedInRole, number>): Finding[] {
  return roles.flatMap((other, index) => {
    const role = roles.slice(0, index).find((each) => ids.get(each) === ids.get(other));
    if (role === undefined || !ids.has(other)) return [];
    const says = `${role} and ${other} are the same account`;
    const advice = `set the credentials of ${other} to another account; access checks need two`;
    return [{ mark: 'bad', says, advice }];
  });
}
