import type { Api } from '../harness/api.js';
import { TransportError } from '../harness/client/transport-error.js';
import { at, elements, type Seen } from '../harness/place.js';
import type { SignedInRole } from '../harness/role.js';
import { Inconclusive } from '../harness/violation.js';
import type { Finding } from '../reporters/doctor.js';
import { firstRows } from '../suites/conventions/sources.js';

/** How many projects are named in a line. */
const MOST_NAMED = 8;

/** Finds out what the maintainer maintains, and whether `--project` is among it. */
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
    return [
      { mark: 'remark', says: `what the maintainer maintains cannot be told: ${error.message}` },
    ];
  }
}

/** The project of that link name or id; it need not be on the first page. */
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
    const says = `maintainer maintains ${named === undefined ? 'none of the first 100 projects' : `neither ${nameOf(named)} nor another of the first 100 projects`}`;
    return [{ mark: 'bad', says, advice: swapped(ids, rows) }];
  }
  if (named !== undefined) {
    const says = `maintainer does not maintain ${nameOf(named)}, but ${list}`;
    const advice = 'name one of these by --project (CONFORMANCE_PROJECT), or make it a maintainer';
    return [{ mark: 'bad', says, advice }];
  }
  const says = `maintainer maintains ${list}; which of them a run may use is not said`;
  return [{ mark: 'remark', says, advice: `--project ${nameOf(own[0])}` }];
}

/** Who maintains something, where the maintainer does not, was likely meant to be the maintainer. */
function swapped(ids: ReadonlyMap<SignedInRole, number>, rows: readonly Seen[]): string {
  const [role] = [...ids].find(([, id]) => rows.some((row) => maintains(id, row))) ?? [];
  const plain = 'give the credentials of somebody who maintains the project';
  return role === undefined
    ? plain
    : `the role ${role} maintains one: are the two swapped? If not, ${plain}`;
}

/** Where a plain user maintains what is written to, that strangers are refused cannot be shown. */
function plainUsers(ids: ReadonlyMap<SignedInRole, number>, rows: readonly Seen[]): Finding[] {
  return (['user', 'other'] as const).flatMap((role): Finding[] => {
    const id = ids.get(role);
    const own = id === undefined ? [] : rows.filter((row) => maintains(id, row));
    if (own.length === 0) return [];
    const says = `${role} maintains ${namesOf(own)}: it is no plain user`;
    const advice = `give ${role} the credentials of somebody who maintains nothing`;
    return [{ mark: 'remark', says, advice }];
  });
}

function noSuchProject(project: string, rows: readonly Seen[]): Finding {
  return {
    mark: 'bad',
    says: `there is no project "${project}"`,
    advice: `--project takes a link name or an id; there are ${namesOf(rows)}`,
  };
}

function maintains(id: number, row: Seen): boolean {
  return elements(at(row, 'maintainers')).some((user) => at(user, 'id').value === id);
}

function nameOf(row: Seen | undefined): string {
  const name = row === undefined ? undefined : at(row, 'link_name').value;
  return typeof name === 'string' ? name : 'a project without a link name';
}

function namesOf(rows: readonly Seen[]): string {
  const names = rows.slice(0, MOST_NAMED).map(nameOf).join(', ');
  const more = rows.length - MOST_NAMED;
  return more > 0 ? `${names} and ${more} more` : names || 'none at all';
}
