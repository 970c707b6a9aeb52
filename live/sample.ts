import { Api } from '../harness/api.js';
import { isObject, type JsonObject } from '../harness/place.js';
import type { Role } from '../harness/role.js';
import type { TargetSettings } from '../harness/settings.js';
import { situationOf } from '../harness/situation.js';
import { Inconclusive } from '../harness/violation.js';
import { COLLECTION_OF } from '../specification/endpoints.js';
import { LARGEST_PAGE } from '../specification/limits.js';
import type { Version } from '../specification/versions.js';
import { align } from './align.js';
import type { Resource } from './ask.js';
import { type Identities, nameOf } from './identities.js';
import type { Side } from './side.js';

/** The lists that are not below an object. */
export const TOP_LISTS = [
  'project',
  'person',
  'user',
  'patch',
  'cover',
  'series',
  'bundle',
  'event',
] as const satisfies readonly Resource[];

/** Lists that only authenticated callers may read. */
export const GUARDED: readonly Resource[] = ['person', 'user'];

/** Resources that stand below a patch or a cover letter. */
const NESTED: readonly Resource[] = ['check', 'patch-comment', 'cover-comment'];

/** Objects that the old instance shows: the values of filters, and the ids of details. */
export interface Sample {
  rows: ReadonlyMap<Resource, readonly JsonObject[]>;
  /** Ids of objects that have others below them; empty if none was found. */
  patchesWithChecks: readonly number[];
  patchesWithComments: readonly number[];
  coversWithComments: readonly number[];
}

/** What is sampled. */
export interface SampleOptions {
  version: Version;
  /** The role that reads guarded lists; anonymous if there are no credentials. */
  reader: Role;
  settings: TargetSettings;
  /** Only objects of this project. */
  project: string | undefined;
}

/**
 * Reads the first and the last page of each list of both instances, and objects below others of the old one.
 * Finds out whether the ids of both are the same.
 */
export async function takeSample(
  old: Side,
  received: Side,
  identities: Identities,
  options: SampleOptions,
): Promise<Sample> {
  const rows = new Map<Resource, JsonObject[]>();
  for (const resource of TOP_LISTS) {
    if (GUARDED.includes(resource) && options.reader === 'anonymous') continue;
    rows.set(resource, await bothPages(resource, old, received, identities, options));
  }
  if (identities.moved.includes('patch')) for (const each of NESTED) identities.move(each);
  const { version, reader, settings } = options;
  const { instance } = situationOf(old.client, [version], settings);
  const api = new Api(version, reader, old.client, new Set(), reader);
  const patchesWithChecks = await found(() => instance.patchesWithChecks(2));
  const patchesWithComments = await found(() => instance.patchesWithComments(2));
  const coversWithComments = await found(() => instance.coversWithComments(2));
  const below = {
    check: [`patches/${patchesWithChecks[0]}/checks/`, patchesWithChecks],
    'patch-comment': [`patches/${patchesWithComments[0]}/comments/`, patchesWithComments],
    'cover-comment': [`covers/${coversWithComments[0]}/comments/`, coversWithComments],
  } as const;
  for (const [resource, [path, parents]] of Object.entries(below)) {
    if (parents.length === 0) continue;
    const listed = await found(() => api.list(path, { per_page: LARGEST_PAGE }));
    rows.set(resource as keyof typeof below, listed.map(({ value }) => value).filter(isObject));
  }
  return { rows, patchesWithChecks, patchesWithComments, coversWithComments };
}

/** The rows of the first and the last page of a list of the old instance. */
async function bothPages(
  resource: (typeof TOP_LISTS)[number],
  old: Side,
  received: Side,
  identities: Identities,
  { version, reader, project }: SampleOptions,
): Promise<JsonObject[]> {
  const role = GUARDED.includes(resource) || resource === 'bundle' ? reader : 'anonymous';
  const own = project === undefined || !hasProject(resource) ? '' : `?${projectQuery(project)}`;
  const first = `/api/${version}/${COLLECTION_OF[resource]}/${own}`;
  const { rows, last } = await pageOf(old, role, first);
  await learn(resource, rows, received, role, first, identities, version);
  if (last === undefined) return rows;
  const { rows: more } = await pageOf(old, role, last);
  await learn(resource, more, received, role, last, identities, version);
  return [...rows, ...more];
}

/** Whether a list can be limited to a project. */
export function hasProject(resource: Resource): boolean {
  return ['patch', 'cover', 'series', 'bundle', 'event'].includes(resource);
}

/** The query that limits a list to a project. */
export function projectQuery(project: string): string {
  return new URLSearchParams({ project }).toString();
}

async function pageOf(
  side: Side,
  role: Role,
  target: string,
): Promise<{ rows: JsonObject[]; last: string | undefined }> {
  const { reply } = await side.ask(role, target);
  if ('failure' in reply || !Array.isArray(reply.json)) return { rows: [], last: undefined };
  const last = side.linkIn(reply, 'last');
  return { rows: reply.json.filter(isObject), last };
}

/** Finds out from one page whether the ids of a resource are the same. */
async function learn(
  resource: Resource,
  rows: readonly JsonObject[],
  received: Side,
  role: Role,
  target: string,
  identities: Identities,
  version: Version,
): Promise<void> {
  const { rows: own } = await pageOf(received, role, target);
  const ids = new Map(
    own.flatMap((row) => {
      const name = nameOf(resource, row);
      return name === undefined || row.id === undefined ? [] : [[name, String(row.id)] as const];
    }),
  );
  const named = rows.filter((row) => ids.has(nameOf(resource, row) ?? ''));
  const moved = named.filter((row) => ids.get(nameOf(resource, row) ?? '') !== String(row.id));
  const [example] = moved;
  if (example === undefined) return;
  if (!identities.moved.includes(resource)) {
    if (moved.length * 2 < named.length) return;
    if (await isSameById(resource, example, received, role, version)) return;
    identities.move(resource);
  }
  align(resource, rows, own, identities);
}

/** Whether the new instance has the object under the same id, whatever its list says. */
async function isSameById(
  resource: Resource,
  row: JsonObject,
  received: Side,
  role: Role,
  version: Version,
): Promise<boolean> {
  if (resource === 'event') return false;
  const path = `/api/${version}/${COLLECTION_OF[resource]}/${String(row.id)}/`;
  const { reply } = await received.ask(role, path);
  const name = nameOf(resource, row);
  return !('failure' in reply) && name !== undefined && nameOf(resource, reply.json) === name;
}

/** What is found, or nothing if the instance lacks it. */
async function found<T>(search: () => Promise<T[]>): Promise<T[]> {
  try {
    return await search();
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}
