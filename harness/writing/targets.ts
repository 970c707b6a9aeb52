import type { Api, Query } from '../api.js';
import type { PermittedWrites } from '../client/permitted-writes.js';
import { Stopped } from '../client/transport-error.js';
import type { Instance } from '../instance.js';
import type { TargetEntry } from '../journal-entry.js';
import { at, isObject, type Seen } from '../place.js';
import type { Role, SignedInRole } from '../role.js';
import { Inconclusive, inconclusive } from '../violation.js';

/** How many patches are tried, one request each, in search of one with comments. */
const MOST_TRIED = 12;

/** The most patches that are offered for bundles. */
const MOST_PATCHES = 5;

/** The project that the run may change. */
export interface OwnProject {
  id: number;
  link_name: string;
}

/** The comment that the run may mark. */
export interface OwnComment {
  patch: number;
  comment: number;
  /** The newest event of a comment before the run; 0 where there is none. */
  lastEvent: number;
}

/** Something that was looked for: its value, or why it could not be had. */
export type Found<T> = { value: T } | { missing: string };

/** What of an instance a run may write to, as it was found. */
export interface Targets {
  users: Partial<Record<Role, Found<number>>>;
  project: Found<OwnProject>;
  /** Ids of patches of that project; the first is the one whose checks may be added to. */
  patches: Found<number[]>;
  comment: Found<OwnComment>;
}

/**
 * Finds what the run may write to. `scout` reads the newest version; `named` is what `--project`
 * says. What is not there is said in the words of an operator.
 */
export async function findTargets(
  scout: Api,
  instance: Instance,
  roles: readonly Role[],
  named: string | undefined,
): Promise<Targets> {
  const users: Targets['users'] = {};
  for (const role of roles.filter((each) => each !== 'anonymous')) {
    users[role] = await found(() => instance.ownId(role as SignedInRole));
  }
  const project = await found(() => findProject(scout, users.maintainer, named));
  const patches = await found(async () => {
    const { id } = take(project);
    const rows = await scout.list('patches/', { project: id, per_page: 100 });
    const own = rows.filter((row) => at(row, 'project', 'id').value === id);
    const ids = integers(own).slice(0, MOST_PATCHES);
    return ids.length > 0 ? ids : inconclusive(`the project ${id} has no patch`);
  });
  const comment = await found(() => findComment(scout, take(project).id, take(patches)));
  return { users, project, patches, comment };
}

/** The value that was found; inconclusive, with what is missing, if none was. */
export function take<T>(target: Found<T> | undefined): T {
  if (target === undefined) return inconclusive('no credentials for this role');
  return 'value' in target ? target.value : inconclusive(target.missing);
}

/** The targets as the journal keeps them. */
export function targetEntry({ users, project, patches, comment }: Targets): TargetEntry {
  const known = Object.entries(users).flatMap(([role, user]) =>
    'value' in user ? [[role, user.value]] : [],
  );
  const patch = 'value' in patches ? patches.value[0] : undefined;
  return {
    entry: 'target',
    users: Object.fromEntries(known),
    ...('value' in project
      ? { project: { id: project.value.id, linkName: project.value.link_name } }
      : {}),
    ...(patch === undefined ? {} : { patch }),
    ...('value' in comment ? { comment: comment.value } : {}),
  };
}

/** Permits the client to write to these. */
export function permitTargets(permitted: PermittedWrites, target: TargetEntry): void {
  for (const user of Object.values(target.users)) permitted.allowUser(user);
  if (target.project) permitted.allowProject(target.project.id, target.project.linkName);
  if (target.patch !== undefined) permitted.allowPatch(target.patch);
  if (target.comment) permitted.allowComment(target.comment.patch, target.comment.comment);
}

async function found<T>(look: () => Promise<T>): Promise<Found<T>> {
  try {
    return { value: await look() };
  } catch (error) {
    if (error instanceof Inconclusive && !(error instanceof Stopped)) {
      return { missing: error.message };
    }
    throw error;
  }
}

async function findProject(
  scout: Api,
  maintainer: Found<number> | undefined,
  named: string | undefined,
): Promise<OwnProject> {
  if (named !== undefined) {
    const rows = await scout.list('projects/', { per_page: 100 });
    const own = rows.map(projectOf).find((each) => each && isNamed(each, named));
    if (own) return own;
    return (
      projectOf(await scout.object(`projects/${encodeURIComponent(named)}/`)) ?? noProject(named)
    );
  }
  const id = take(maintainer);
  const rows = await scout.list('projects/', { per_page: 100 });
  const maintained = rows.filter((row) => {
    const maintainers = at(row, 'maintainers').value;
    return (
      Array.isArray(maintainers) && maintainers.some((each) => isObject(each) && each.id === id)
    );
  });
  const [first] = maintained.flatMap((row) => projectOf(row) ?? []);
  return first ?? inconclusive('the role maintainer maintains no project (--project names one)');
}

function noProject(named: string): never {
  return inconclusive(`there is no project "${named}" (--project)`);
}

function isNamed({ id, link_name }: OwnProject, named: string): boolean {
  return link_name === named || String(id) === named;
}

function projectOf(row: Seen): OwnProject | undefined {
  const [id, name] = [at(row, 'id').value, at(row, 'link_name').value];
  if (!Number.isInteger(id) || typeof name !== 'string') return undefined;
  return { id: id as number, link_name: name };
}

/** By the events of comments where the instance has them, else by trying the first patches. */
async function findComment(
  scout: Api,
  project: number,
  patches: readonly number[],
): Promise<OwnComment> {
  const query = commentEvents(project);
  const answer = await scout.get('events/', { query });
  const events = Array.isArray(answer.json) ? (answer.json as unknown[]) : [];
  const seen = events.map((value) => ({ value, at: { exchange: answer.exchange, pointer: '' } }));
  const own = seen.filter((event) => at(event, 'project', 'id').value === project);
  const named = integers(own.map((event) => at(event, 'payload', 'patch')));
  const lastEvent = Math.max(0, ...integers(seen));
  const tried = [...new Set([...named, ...patches])].slice(0, MOST_TRIED);
  for (const patch of tried) {
    const rows = await scout.get(`patches/${patch}/comments/`, { query: { per_page: 100 } });
    if (rows.status !== 200 || !Array.isArray(rows.json)) continue;
    const comments = rows.json.filter(isObject).map(({ id }) => id);
    const comment = comments.find((id): id is number => Number.isInteger(id));
    if (comment !== undefined) return { patch, comment, lastEvent };
  }
  return inconclusive(`no patch of the project ${project} with comments was found`);
}

/** The query for the events of comments on patches of a project. */
export function commentEvents(project: number): Query {
  return { category: 'patch-comment-created', project, per_page: 100 };
}

function integers(rows: readonly Seen[]): number[] {
  return rows.map((row) => at(row, 'id').value).filter((id): id is number => Number.isInteger(id));
}
