import type { Api } from '../harness/api.js';
import type { Client } from '../harness/client/client.js';
import { TransportError } from '../harness/client/transport-error.js';
import type { Instance } from '../harness/instance.js';
import { at, elements, isObject, type Seen, seen } from '../harness/place.js';
import {
  authorization,
  type Credentials,
  credentialName,
  NEEDED_ROLES,
  rolesOf,
  type Scheme,
  type SignedInRole,
} from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { isUnauthorized, refusal, whyNoneArrives } from '../harness/sign-in.js';
import { Inconclusive } from '../harness/violation.js';
import { listed } from '../reporters/view/words.js';
import type { Version } from '../specification/versions.js';
import { firstRows } from '../suites/support/first-rows.js';
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
  client: Client,
  version: Version,
  { credentials }: TargetSettings,
): Promise<{ findings: Finding[]; sound: SignedInRole[] }> {
  const tries = rolesOf(credentials).flatMap((role) =>
    schemesOf(credentials[role]).map(async (scheme) => {
      return { role, ...(await signIn(client, version, role, scheme)) };
    }),
  );
  const tried = await Promise.all(tries);
  const bad = tried.filter(({ mark }) => mark === 'bad');
  const none = NEEDED_ROLES.filter((role) => !credentials[role]).map(
    (role): Finding => ({
      mark: 'none',
      says: `${role}: no credentials`,
      advice: `set ${variables(role, 'token')}, or ${variables(role, 'basic')}`,
    }),
  );
  const isNone = tried.length > 0 && bad.length === tried.length;
  const why = isNone ? await whyNoneArrives(client, version) : undefined;
  return {
    findings: [...(why === undefined ? tried : [{ mark: 'bad', says: why } as const]), ...none],
    sound: rolesOf(credentials).filter((role) => !bad.some((each) => each.role === role)),
  };
}

async function signIn(
  client: Client,
  version: Version,
  role: SignedInRole,
  scheme: Scheme,
): Promise<Finding> {
  const url = `/api/${version}/people/?per_page=1`;
  const answer = await client.readIfAnswered({ role, scheme, url });
  const { words } = SCHEMES[scheme];
  if (answer?.status === 200) return { mark: 'good', says: `${role} signed in ${words}` };
  return {
    mark: 'bad',
    says: `${role} could not sign in ${words}: people/ ${answer === undefined ? 'was not answered' : `returned ${refusal(answer)}`}`,
    advice:
      answer !== undefined && isUnauthorized(answer)
        ? `check ${variables(role, scheme)}${scheme === 'token' ? '; the profile page of the user on the instance shows it' : ''}`
        : 'the credentials were neither accepted nor rejected (expected 200, 401 or 403); look at the server, and try again',
  };
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
        const details = await Promise.all(
          schemesOf(credentials[role]).map((scheme) =>
            api.as(role).get(`users/${id}/`, { scheme }),
          ),
        );
        const [user] = details.map(seen);
        const who = `${String(user && at(user, 'username').value)} (user ${id})`;
        // A user sees the own settings only.
        const ways = new Set(details.map((each) => isObject(each.json) && 'settings' in each.json));
        if (ways.size > 1) {
          return {
            mark: 'bad',
            says: `${role}: token and name belong to different accounts; the name belongs to ${who}`,
            advice: `set ${variables(role, 'token')} and ${credentialName(role, 'name')} to the same account`,
          };
        }
        ids.set(role, id);
        return { mark: 'good', says: `${role} is ${who}` };
      } catch (error) {
        return { mark: 'remark', says: `${role}: account unknown: ${whyUnknown(error)}` };
      }
    }),
  );
  return { findings: [...findings, ...shared(roles, ids)], ids };
}

/** What keeps a check from telling. Throws any other error. */
function whyUnknown(error: unknown): string {
  if (error instanceof Inconclusive || error instanceof TransportError) return error.message;
  throw error;
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

/** Maximum number of projects named in a line. */
const MOST_NAMED = 8;

/** Checks that the maintainer, and no other role, maintains the project of `--project`, or a listed one without it. */
export async function lookAtProjects(
  api: Api,
  ids: ReadonlyMap<SignedInRole, number>,
  project: string | undefined,
): Promise<Finding[]> {
  try {
    const rows = await firstRows(api, 'projects/');
    if (project === undefined) return projectFindings(ids, rows);
    const named = rows.find((row) =>
      [at(row, 'link_name').value, `${at(row, 'id').value}`].includes(project),
    );
    const own = named ?? (await api.object(`projects/${encodeURIComponent(project)}/`));
    return projectFindings(ids, rows, own);
  } catch (error) {
    return [{ mark: 'remark', says: `projects of the maintainer unknown: ${whyUnknown(error)}` }];
  }
}

function projectFindings(
  ids: ReadonlyMap<SignedInRole, number>,
  rows: readonly Seen[],
  named?: Seen,
): Finding[] {
  const maintained = (role: SignedInRole, projects: readonly Seen[]) =>
    projects.filter((row) =>
      elements(at(row, 'maintainers')).some((user) => at(user, 'id').value === ids.get(role)),
    );
  const nameOf = (row: Seen) => String(at(row, 'link_name').value);
  const namesOf = (projects: readonly Seen[]) => listed(projects.map(nameOf), MOST_NAMED);
  const plain = (['user', 'other'] as const).flatMap((role): Finding[] => {
    const own = ids.has(role) ? maintained(role, named === undefined ? rows : [named]) : [];
    if (own.length === 0) return [];
    const says = `${role} maintains ${namesOf(own)}; it should not maintain a project`;
    const advice = `set the credentials of ${role} to an account that maintains no project`;
    return [{ mark: 'remark', says, advice }];
  });
  if (!ids.has('maintainer')) return plain;
  if (named !== undefined && maintained('maintainer', [named]).length > 0) {
    return [...plain, { mark: 'good', says: `maintainer maintains ${nameOf(named)}` }];
  }
  const own = maintained('maintainer', rows);
  const does = `maintains ${own.length === 0 ? 'none of the first 100 projects' : namesOf(own)}`;
  const advice =
    'set --project (CONFORMANCE_PROJECT) to a project of the maintainer, or the credentials of an account that maintains it; are those of two roles swapped?';
  return [
    ...plain,
    named === undefined
      ? {
          mark: own.length === 0 ? 'bad' : 'remark',
          says: `maintainer ${does}; --project is not set`,
          advice,
        }
      : {
          mark: 'bad',
          says: `maintainer does not maintain ${nameOf(named)}; it ${does}`,
          advice,
        },
  ];
}
