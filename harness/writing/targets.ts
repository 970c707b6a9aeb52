import { type Api, segment } from '../api.js';
import { MOST_PATCHES, type PermittedWrites } from '../client/permitted-writes.js';
import { TransportError } from '../client/transport-error.js';
import type { Instance } from '../instance.js';
import type { JournalEntry } from '../journal-entry.js';
import { integers } from '../parents.js';
import { at, elements, isObject, type Seen } from '../place.js';
import type { Role, SignedInRole } from '../role.js';
import { malformed, whyNoId } from '../unusable-id.js';
import { Inconclusive, inconclusive, NotGiven } from '../violation.js';
import { findComment, type OwnComment, ownPatches } from './comment-target.js';
import { involvementOf, ofOthers } from './involvement.js';

/** The project that the run may change. */
export interface OwnProject {
  id: number;
  link_name: string;
}

/** A value, or why it could not be found. */
export type Found<T> = { value: T } | { missing: Inconclusive };

/** The objects that a run may write. */
export interface Targets {
  users: Partial<Record<Role, Found<number>>>;
  project: Found<OwnProject>;
  /** Ids of patches of that project that may get checks; the first one may be changed. */
  patches: Found<number[]>;
  comment: Found<OwnComment>;
  /** The project that the maintainer does not maintain, and a comment on a patch of it: only what they show is sent. */
  otherProject: Found<OwnProject>;
  otherComment: Found<OwnComment>;
  /**
   * Whether the role `other` is involved in that patch or comment, and may therefore have a right
   * to it.
   */
  isInvolved: { patch: boolean; comment: boolean };
}

/**
 * Finds the objects that the run may write. `newest` reads the newest version; the names are the values of `--project`
 * and `--other-project`.
 */
export async function findTargets(
  newest: Api,
  instance: Instance,
  roles: readonly SignedInRole[],
  names: { project?: string; otherProject?: string },
): Promise<Targets> {
  const users: Targets['users'] = {};
  for (const role of roles) users[role] = await found(() => instance.ownId(role));
  const project = await found(() => findProject(newest, users.maintainer, names.project));
  const reader = newest.as(roles[0] ?? 'anonymous');
  const other = users.other && 'value' in users.other ? users.other.value : undefined;
  const isInvolved = involvementOf(reader, other);
  const involvement = { patch: false, comment: false };
  const patches = await found(async () => {
    const { id } = take(project);
    const rows = await newest.list('patches/', ownPatches(id));
    const own = rows.filter((row) => at(row, 'project', 'id').value === id);
    const preferred = laterInSeriesFirst(own);
    const uninvolved = await ofOthers(preferred, isInvolved, MOST_PATCHES);
    involvement.patch = uninvolved.length === 0;
    const ids = integers(involvement.patch ? preferred : uninvolved).slice(0, MOST_PATCHES);
    return ids.length > 0 ? ids : inconclusive(whyNoPatch(id, rows, own));
  });
  const comment = await found(async () => {
    const { involved, ...own } = await findComment(
      newest,
      take(project).id,
      take(patches),
      isInvolved,
    );
    involvement.comment = involved;
    return own;
  });
  const otherProject = await found(() => findOther(newest, users.maintainer, names.otherProject));
  const otherComment = await found(async () => {
    const { id } = take(otherProject);
    const rows = await newest.list('patches/', ownPatches(id));
    const { involved: _, ...own } = await findComment(
      newest,
      id,
      integers(rows),
      async () => false,
    );
    return own;
  });
  return { users, project, patches, comment, otherProject, otherComment, isInvolved: involvement };
}

/** The project of `--other-project`. Inconclusive if the maintainer maintains it, or that cannot be told. */
async function findOther(
  newest: Api,
  maintainer: Found<number> | undefined,
  named: string | undefined,
): Promise<OwnProject> {
  if (named === undefined) throw new NotGiven('no project is named by --other-project');
  const id = take(maintainer);
  const other = await findProject(newest, maintainer, named);
  const { value } = at(await newest.object(`projects/${other.id}/`), 'maintainers');
  if (Array.isArray(value) && !value.some((each) => isObject(each) && each.id === id)) return other;
  const why = Array.isArray(value)
    ? 'is maintained by the role maintainer: set --other-project to one that is not'
    : 'has no array `maintainers`, so that it cannot be told whether the role maintainer is one';
  return inconclusive(
    `the project ${other.link_name} ${why}; nothing was sent to it`,
    'not-written',
  );
}

/** Why none of the listed patches can be written to; `own` are those of the project. */
function whyNoPatch(project: number, rows: readonly Seen[], own: readonly Seen[]): string {
  const none = `the project ${project} has no patch`;
  if (own.length > 0) return whyNoId(own, `a patch of the project ${project}`, none);
  const ids = rows.map((row) => at(row, 'project', 'id').value);
  if (ids.length === 0) return none;
  return ids.some(Number.isInteger)
    ? `patches/?project=${project} lists no patch of that project`
    : malformed('`project.id` of a listed patch', ids[0]);
}

/** The value of a target; throws the reason if it was not found. */
export function take<T>(target: Found<T> | undefined): T {
  if (target === undefined) throw new NotGiven('no credentials for this role are configured');
  if ('missing' in target) throw target.missing;
  return target.value;
}

/** The targets as stored in the journal. */
export function targetEntry({ users, project, patches, comment }: Targets): JournalEntry<'target'> {
  const known = Object.entries(users).flatMap(([role, user]) =>
    'value' in user ? [[role, user.value]] : [],
  );
  return {
    entry: 'target',
    users: Object.fromEntries(known),
    project:
      'value' in project ? { id: project.value.id, linkName: project.value.link_name } : undefined,
    patches: 'value' in patches ? patches.value : [],
    comment: 'value' in comment ? comment.value : undefined,
  };
}

/** Permits writes to these targets. */
export function permitTargets(
  permitted: PermittedWrites,
  { users, project, patches, comment }: JournalEntry<'target'>,
): void {
  if (users.user !== undefined) permitted.allow(`users/${users.user}`);
  if (project) permitted.allow(`projects/${project.id}`, `projects/${project.linkName}`);
  if (comment) {
    const own = `patches/${comment.patch}/comments/${comment.comment}`;
    // Below another patch it must be unknown: where it is not, the same comment is written.
    for (const patch of [comment.patch, ...patches]) {
      permitted.allow(own, `patches/${patch}/comments/${comment.comment}`);
    }
  }
  for (const patch of patches) permitted.allow(`patches/${patch}/checks`);
  if (patches[0] !== undefined) permitted.allow(`patches/${patches[0]}`);
}

async function found<T>(look: () => Promise<T>): Promise<Found<T>> {
  try {
    return { value: await look() };
  } catch (error) {
    if (error instanceof Inconclusive) return { missing: error };
    // Other objects may be found, and written, all the same.
    if (!(error instanceof TransportError)) throw error;
    return { missing: new Inconclusive(error.message, 'no-answer') };
  }
}

async function findProject(
  newest: Api,
  maintainer: Found<number> | undefined,
  named: string | undefined,
): Promise<OwnProject> {
  if (named !== undefined) {
    const rows = await newest.list('projects/', { per_page: 100 });
    const own = rows.map(projectOf).find((each) => each && isNamed(each, named));
    if (own) return own;
    const detail = await newest.object(`projects/${segment(named)}/`);
    return projectOf(detail) ?? inconclusive(unusable(detail, `the project "${named}"`));
  }
  if (maintainer === undefined) {
    throw new NotGiven(
      'no project to write to: configure credentials for the role maintainer, or set --project',
    );
  }
  const id = take(maintainer);
  const rows = await newest.list('projects/', { per_page: 100 });
  const maintained = rows.filter((row) => {
    const maintainers = at(row, 'maintainers').value;
    return (
      Array.isArray(maintainers) && maintainers.some((each) => isObject(each) && each.id === id)
    );
  });
  const [first] = maintained.flatMap((row) => projectOf(row) ?? []);
  return first ?? inconclusive(whyNoProject(rows, maintained));
}

/** Why none of the listed projects can be written to; `maintained` are those of the maintainer. */
function whyNoProject(rows: readonly Seen[], maintained: readonly Seen[]): string {
  const [own] = maintained;
  if (own !== undefined) return unusable(own, 'the project of the role maintainer');
  return whyNoId(
    rows.flatMap((row) => elements(at(row, 'maintainers'))),
    'a maintainer of a listed project',
    'role maintainer maintains no project (set --project)',
  );
}

function unusable(project: Seen, name: string): string {
  return whyNoId([project], name, `${name} has no \`link_name\` (see project.types)`);
}

function isNamed({ id, link_name }: OwnProject, named: string): boolean {
  return link_name === named || String(id) === named;
}

function projectOf(row: Seen): OwnProject | undefined {
  const [id, name] = [at(row, 'id').value, at(row, 'link_name').value];
  if (!Number.isSafeInteger(id) || typeof name !== 'string') return undefined;
  return { id: id as number, link_name: name };
}

/**
 * Patches that are not the first of their series come first: a defect that writes to the wrong
 * patch of a series most likely writes to the first.
 */
function laterInSeriesFirst(rows: readonly Seen[]): Seen[] {
  const seriesOf = (row: Seen) => {
    const { value } = at(row, 'series');
    const [first] = Array.isArray(value) ? (value as unknown[]) : [];
    return isObject(first) ? first.id : undefined;
  };
  const later = rows.filter((row) => {
    const series = seriesOf(row);
    const number = Number(at(row, 'id').value);
    return (
      series !== undefined &&
      rows.some((each) => seriesOf(each) === series && Number(at(each, 'id').value) < number)
    );
  });
  return [...later, ...rows.filter((row) => !later.includes(row))];
}
