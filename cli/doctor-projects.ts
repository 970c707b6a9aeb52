import type { Api } from '../harness/api.js';
import { TransportError } from '../harness/client/transport-error.js';
import { at, elements, type Seen } from '../harness/place.js';
import type { SignedInRole } from '../harness/role.js';
import { Inconclusive } from '../harness/violation.js';
import { firstRows } from '../suites/support/lists/first-rows.js';
import type { Finding } from './doctor-findings.js';

/** Maximum number of projects named in a line. */
const MOST_NAMED = 8;

/** Checks which projects the maintainer maintains, and whether `--project` is one of them. */
export async function lookAtProjects(
  api: Api,
  ids: ReadonlyMap<SignedInRole, number>,
  project: string | undefined,
): Promise<Finding[]> {
  try {
    const rows = await firstRows(api, 'projects/');
    if (project === undefined) return [...plainUsers(ids, rows), ...maintained(ids, rows)];
    const named = await projectNamed(api, rows, project);
    if (named !== undefined) return [...plainUsers(ids, [named]), ...maintained(ids, rows, named)];
    const says = `project "${project}" not found`;
    const advice = `set --project to a link name or id; available: ${namesOf(rows)}`;
    return [{ mark: 'bad', says, advice }];
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof TransportError)) throw error;
    return [{ mark: 'remark', says: `projects of the maintainer unknown: ${error.message}` }];
  }
}

/** Finds a project by link name or id, also beyond the first page. */
async function projectNamed(
  api: Api,
  rows: readonly Seen[],
  project: string,
): Promise<Seen | undefined> {
  const names = (row: Seen) => [at(row, 'link_name').value, `${at(row, 'id').value}`];
  const listed = rows.find((row) => names(row).includes(project));
  if (listed !== undefined) return listed;
  const { status, json, exchange } = await api.get(`projects/${encodeURIComponent(project)}/`);
  return status === 200 ? { value: json, at: { exchange, pointer: '' } } : undefined;
}

function maintained(
  ids: ReadonlyMap<SignedInRole, number>,
  rows: readonly Seen[],
  named?: Seen,
): Finding[] {
  const id = ids.get('maintainer');
  if (id === undefined) return [];
  if (named !== undefined && maintains(id, named)) {
    return [{ mark: 'good', says: `maintainer maintains ${nameOf(named)}` }];
  }
  const own = rows.filter((row) => maintains(id, row));
  const not = named === undefined ? '' : `does not maintain ${nameOf(named)}; it `;
  const says = `maintainer ${not}maintains ${own.length === 0 ? 'none of the first 100 projects' : namesOf(own)}`;
  if (own.length === 0) {
    const advice =
      'set the credentials of an account that maintains the project; are those of two roles swapped?';
    return [{ mark: 'bad', says, advice }];
  }
  const advice = `set --project (CONFORMANCE_PROJECT) to ${namesOf(own)}`;
  return named === undefined
    ? [{ mark: 'remark', says: `${says}; --project is not set`, advice }]
    : [{ mark: 'bad', says, advice: `${advice}, or make the account a maintainer` }];
}

/** The roles `user` and `other` must not maintain the project, or refusals cannot be checked. */
function plainUsers(ids: ReadonlyMap<SignedInRole, number>, rows: readonly Seen[]): Finding[] {
  return (['user', 'other'] as const).flatMap((role): Finding[] => {
    const own = rows.filter((row) => maintains(ids.get(role), row));
    if (own.length === 0) return [];
    const says = `${role} maintains ${namesOf(own)}; it should not maintain a project`;
    const advice = `set the credentials of ${role} to an account that maintains no project`;
    return [{ mark: 'remark', says, advice }];
  });
}

function maintains(id: number | undefined, row: Seen): boolean {
  if (id === undefined) return false;
  return elements(at(row, 'maintainers')).some((user) => at(user, 'id').value === id);
}

function nameOf(row: Seen | undefined): string {
  const name = row === undefined ? undefined : at(row, 'link_name').value;
  return typeof name === 'string' ? name : 'a project without link_name';
}

function namesOf(rows: readonly Seen[]): string {
  const names = rows.slice(0, MOST_NAMED).map(nameOf).join(', ');
  const more = rows.length - MOST_NAMED;
  return more > 0 ? `${names} and ${more} more` : names || 'none';
}
