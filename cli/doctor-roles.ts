import type { Api } from '../harness/api.js';
import { named } from '../harness/client/answer.js';
import { TransportError } from '../harness/client/transport-error.js';
import type { Instance } from '../harness/instance.js';
import { at, elements, isObject, type Seen, seen } from '../harness/place.js';
import type { RejectedRole } from '../harness/report.js';
import {
  authorization,
  type Credentials,
  credentialName,
  NEEDED_ROLES,
  type Scheme,
  type SignedInRole,
} from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { isUnauthorized, refusal } from '../harness/sign-in.js';
import { Inconclusive } from '../harness/violation.js';
import { listed } from '../reporters/view/words.js';
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

/** The roles that cannot sign in, and those without credentials. */
export function roleFindings(
  rejected: readonly RejectedRole[],
  { credentials }: TargetSettings,
): Finding[] {
  const bad = rejected.map(({ role, why, isOfAll }): Finding => {
    return { mark: 'bad', says: isOfAll ? why : `${role} could not sign in: ${why}` };
  });
  const none = NEEDED_ROLES.filter((role) => !credentials[role]).map(
    (role): Finding => ({
      mark: 'none',
      says: `${role}: no credentials`,
      advice: `set ${variables(role, 'token')}, or ${variables(role, 'basic')}`,
    }),
  );
  return [...(rejected[0]?.isOfAll ? bad.slice(0, 1) : bad), ...none];
}

/** Determines the account of each role, by each of its schemes. A role whose account is unknown is missing from `ids`. */
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
          schemes.map((scheme) => api.as(role).get(`users/${id}/`, { scheme })),
        );
        for (const [index, answer] of details.entries()) {
          const scheme = schemes[index] ?? 'token';
          if (!isUnauthorized(answer)) continue;
          const says = `${role} could not sign in ${SCHEMES[scheme].words}: ${named(answer)} returned ${refusal(answer)}`;
          return { mark: 'bad', says, advice: `check ${variables(role, scheme)}` };
        }
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
        const how = schemes.map((scheme) => SCHEMES[scheme].words).join(' and ');
        return { mark: 'good', says: `${role} signed in ${how}, and is ${who}` };
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
    const isNamed = (row: Seen) =>
      [at(row, 'link_name').value, `${at(row, 'id').value}`].includes(project);
    const named =
      project === undefined
        ? undefined
        : (rows.find(isNamed) ?? (await api.object(`projects/${encodeURIComponent(project)}/`)));
    return [...ids].flatMap(([role, id]) => projectFinding(role, id, rows, named));
  } catch (error) {
    return [{ mark: 'remark', says: `projects of the maintainer unknown: ${whyUnknown(error)}` }];
  }
}

function projectFinding(
  role: SignedInRole,
  id: number,
  rows: readonly Seen[],
  named: Seen | undefined,
): Finding[] {
  const maintains = (row: Seen) =>
    elements(at(row, 'maintainers')).some((user) => at(user, 'id').value === id);
  const namesOf = (projects: readonly Seen[]) =>
    listed(
      projects.map((row) => String(at(row, 'link_name').value)),
      MOST_NAMED,
    );
  const own = (named === undefined ? rows : [named]).filter(maintains);
  if (role !== 'maintainer') {
    if (own.length === 0) return [];
    const says = `${role} maintains ${namesOf(own)}; it should not maintain a project`;
    const advice = `set the credentials of ${role} to an account that maintains no project`;
    return [{ mark: 'remark', says, advice }];
  }
  if (named !== undefined && own.length > 0) {
    return [{ mark: 'good', says: `maintainer maintains ${namesOf(own)}` }];
  }
  const all = rows.filter(maintains);
  const does = `maintains ${all.length === 0 ? 'none of the first 100 projects' : namesOf(all)}`;
  const advice =
    'set --project (CONFORMANCE_PROJECT) to a project of the maintainer, or the credentials of an account that maintains it; are those of two roles swapped?';
  if (named !== undefined) {
    const says = `maintainer does not maintain ${namesOf([named])}; it ${does}`;
    return [{ mark: 'bad', says, advice }];
  }
  const mark = all.length === 0 ? 'bad' : 'remark';
  return [{ mark, says: `maintainer ${does}; --project is not set`, advice }];
}
