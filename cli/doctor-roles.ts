import type { Api } from '../harness/api.js';
import { named } from '../harness/client/answer.js';
import { TransportError } from '../harness/client/transport-error.js';
import { groupedBy } from '../harness/grouped-by.js';
import type { Instance } from '../harness/instance.js';
import { at, elements, isObject, type Seen, seen } from '../harness/place.js';
import type { RejectedRole } from '../harness/report.js';
import { authorization, credentialName, NEEDED_ROLES, type SignedInRole } from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { isUnauthorized, refusal } from '../harness/sign-in.js';
import { Inconclusive } from '../harness/violation.js';
import { listed } from '../reporters/view/words.js';
import { firstRows } from '../suites/support/first-rows.js';
import type { Finding } from './doctor-findings.js';

/** The ways to sign in. */
const WAYS = [
  { scheme: 'token', words: 'with token', parts: ['token'] },
  { scheme: 'basic', words: 'with name and password', parts: ['name', 'password'] },
] as const;

/** The names of the variables of a role for a way to sign in. */
function variables(role: SignedInRole, { parts }: (typeof WAYS)[number]): string {
  return parts.map((part) => credentialName(role, part)).join(' and ');
}

/** The roles that cannot sign in, and those without credentials. */
export function roleFindings(
  rejected: readonly RejectedRole[],
  { credentials }: TargetSettings,
): Finding[] {
  const bad = rejected.map(({ role, why, isOfAll, sameAs }): Finding => {
    return { mark: 'bad', says: isOfAll || sameAs ? why : `${role} could not sign in: ${why}` };
  });
  const none = NEEDED_ROLES.filter((role) => !credentials[role]).map(
    (role): Finding => ({
      mark: 'none',
      says: `${role}: no credentials`,
      advice: `set ${WAYS.map((way) => variables(role, way)).join(', or ')}`,
    }),
  );
  return [...(rejected[0]?.isOfAll ? bad.slice(0, 1) : bad), ...none];
}

/** Determines the account of each role, by each of its schemes. `ids` lacks a role whose account is unknown. */
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
        const ways = WAYS.filter(({ scheme }) => authorization(credentials[role] ?? {}, scheme));
        const details = await Promise.all(
          ways.map(({ scheme }) => api.as(role).get(`users/${id}/`, { scheme })),
        );
        const refused = details.find(isUnauthorized);
        const way = ways[details.findIndex(isUnauthorized)];
        if (refused !== undefined && way !== undefined) {
          const says = `${role} could not sign in ${way.words}: ${named(refused)} returned ${refusal(refused)}`;
          return { mark: 'bad', says, advice: `check ${variables(role, way)}` };
        }
        const [user] = details.map(seen);
        const who = `${String(user && at(user, 'username').value)} (user ${id})`;
        // A user sees the own settings only.
        const isOwn = details.map(({ json }) => isObject(json) && 'settings' in json);
        if (new Set(isOwn).size > 1) {
          const says = `${role}: token and name belong to different accounts; the name belongs to ${who}`;
          const [token, name] = [credentialName(role, 'token'), credentialName(role, 'name')];
          return { mark: 'bad', says, advice: `set ${token} and ${name} to the same account` };
        }
        ids.set(role, id);
        const how = ways.map(({ words }) => words).join(' and ');
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
  const known = roles.filter((role) => ids.has(role));
  return groupedBy(known, (role) => ids.get(role)).flatMap(([role, ...others]) =>
    others.map((other): Finding => {
      const says = `${role} and ${other} are the same account`;
      const advice = `set the credentials of ${other} to another account; access checks need two`;
      return { mark: 'bad', says, advice };
    }),
  );
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
  const nameOf = (row: Seen) => String(at(row, 'link_name').value);
  const namesOf = (projects: readonly Seen[]) => listed(projects.map(nameOf), MOST_NAMED);
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
