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
    const named = project === undefined ? undefined : await projectNamed(api, rows, project);
    if (project !== undefined && named === undefined) return [noSuchProject(project, rows)];
    return [
      ...plainUsers(ids, named === undefined ? rows : [named]),
      ...maintained(ids, rows, named),
    ];
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
  const listed = rows.find(
    (row) => nameOf(row) === project || `${at(row, 'id').value}` === project,
  );
  if (listed !== undefined) return listed;
  const answer = await api.get(`projects/${encodeURIComponent(project)}/`);
  if (answer.status !== 200) return undefined;
  return { value: answer.json, at: { exchange: answer.exchange, pointer: '' } };
}

function maintained(
  ids: ReadonlyMap<SignedInRole, number>,
  rows: readonly Seen[],
  named: Seen | undefined,
): Finding[] {
  const id = ids.get('maintainer');
  if (id === undefined) return [];
  const own = rows.filter((row) => maintains(id, row));
  const list = namesOf(own);
  if (named !== undefined && maintains(id, named)) {
    return [{ mark: 'good', says: `maintainer maintains ${nameOf(named)}` }];
  }
  if (own.length === 0) {
    const says = `maintainer maintains ${named === undefined ? 'none of the first 100 projects' : `neither ${nameOf(named)} nor any of the first 100 projects`}`;
    return [{ mark: 'bad', says, advice: swapped(ids, rows) }];
  }
  if (named !== undefined) {
    const says = `maintainer does not maintain ${nameOf(named)}; it maintains ${list}`;
    const advice =
      'set --project (CONFORMANCE_PROJECT) to one of these, or make the account a maintainer';
    return [{ mark: 'bad', says, advice }];
  }
  const says = `maintainer maintains ${list}; --project is not set`;
  return [{ mark: 'remark', says, advice: `set --project ${nameOf(own[0])}` }];
}

/** Suggests swapping the credentials if another role maintains a project. */
function swapped(ids: ReadonlyMap<SignedInRole, number>, rows: readonly Seen[]): string {
  const [role] = [...ids].find(([, id]) => rows.some((row) => maintains(id, row))) ?? [];
  const plain = 'set the credentials of an account that maintains the project';
  return role === undefined
    ? plain
    : `${role} maintains a project: are the credentials swapped? If not, ${plain}`;
}

/** The roles `user` and `other` must not maintain the project, or refusals cannot be checked. */
function plainUsers(ids: ReadonlyMap<SignedInRole, number>, rows: readonly Seen[]): Finding[] {
  return (['user', 'other'] as const).flatMap((role): Finding[] => {
    const id = ids.get(role);
    const own = id === undefined ? [] : rows.filter((row) => maintains(id, row));
    if (own.length === 0) return [];
    const says = `${role} maintains ${namesOf(own)}; it should not maintain a project`;
    const advice = `set the credentials of ${role} to an account that maintains no project`;
    return [{ mark: 'remark', says, advice }];
  });
}

function noSuchProject(project: string, rows: readonly Seen[]): Finding {
  return {
    mark: 'bad',
    says: `project "${project}" not found`,
    advice: `set --project to a link name or id; available: ${namesOf(rows)}`,
  };
}

function maintains(id: number, row: Seen): boolean {
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
