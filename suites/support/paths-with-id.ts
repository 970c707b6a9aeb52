import type { Api, Query } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import { type Answer, header } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { inconclusive, unanswered } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { reading, versionsReading } from '../../specification/endpoints.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed, SHOWN_LISTS } from '../../specification/lists.js';
import type { Version } from '../../specification/versions.js';
import { COLLECTIONS, GUARDED_COLLECTIONS, pathsOf, TOP_LISTS } from './first-rows.js';
import { ofCaller, sampledIds, whyNoSample } from './objects/sampled-rows.js';
import { ownPrivatePath } from './private-bundles.js';
import { readEach } from './readable.js';

/** A documented path with an id in it. */
export interface PathWithId {
  /** The object that the last id is of; part of the requirement's id. */
  name: string;
  /** As in the endpoint table: `patches/{patch_id}/checks/`. */
  path: string;
  versions: readonly Version[];
  signedIn: boolean;
  /** Such paths of existing objects: `patches/12/checks/`; inconclusive if there is none. */
  existing(where: Where): Promise<string[]>;
  /** The patches that have such objects, where each object is below a patch. */
  patches?(instance: Instance): Promise<number[]>;
}

/** Every documented path with an id, in the versions that have it (docs/verdicts.md B-8 to B-10). */
export const PATHS_WITH_ID: readonly PathWithId[] = [
  ...COLLECTIONS.map((collection) =>
    declared(collection.resource, `${collection.path}{id}/`, async (where) => {
      const ids = await sampledIds(collection, where);
      if (ids.length === 0) inconclusive(await whyNoSample(collection, where));
      return ids.map((id) => `${collection.path}${id}/`);
    }),
  ),
  ...SHOWN_LISTS.filter(({ parent }) => parent !== undefined).map((list) =>
    declared(list.name, list.path, ({ instance }) => pathsOf(list, instance, 1)),
  ),
  {
    ...declared('check', 'patches/{patch_id}/checks/{check_id}/', async ({ instance }) => {
      const checks = await instance.checks();
      return checks.map(({ patch, check }) => `patches/${patch}/checks/${check}/`);
    }),
    patches: (instance) => instance.patchesWithChecks(2),
  },
  {
    ...declared(
      'patch-comment',
      'patches/{patch_id}/comments/{comment_id}/',
      async ({ instance }) => {
        const { parent, comment } = await instance.patchComment();
        return [`patches/${parent}/comments/${comment}/`];
      },
    ),
    patches: (instance) => instance.patchesWithComments(2),
  },
];

/** Those, the root, and the lists that are not nested: everything that is read. */
export const EVERY_PATH: readonly PathWithId[] = [
  declared('root', '', async () => ['']),
  ...TOP_LISTS.map(({ name, path }) => declared(name, path, async () => [path])),
  ...PATHS_WITH_ID,
];

/** Those, and the list of patches, to which the root leads as well. */
export const EVERYTHING: readonly PathWithId[] = [
  ...EVERY_PATH,
  { ...listNamed('patches'), existing: async () => [listNamed('patches').path] },
];

function declared(name: string, path: string, existing: PathWithId['existing']): PathWithId {
  const { signedIn } = reading(path);
  return { name, path, versions: versionsReading(path), signedIn, existing };
}

/** The path of the endpoint table. Throws a RangeError if there is none. */
export function pathWithId(path: string): PathWithId {
  const found = PATHS_WITH_ID.find((each) => each.path === path);
  if (found === undefined) throw new RangeError(`the endpoint table has no ${path}`);
  return found;
}

/** Reads such a path as a caller who may; of a list, the largest page. */
export function readPath({ path, signedIn }: PathWithId, own: string, api: Api): Promise<Answer> {
  return (signedIn ? api.signedIn() : api).get(own, { query: queryOf(path) });
}

/** The query with which a path is read: that of a list asks for the largest page. */
export function queryOf(path: string): Query {
  return path === '' || path.endsWith('}/') ? {} : { per_page: LARGEST_PAGE };
}

/**
 * What is read in another way of the first existing object or list of each path of a version, by a caller who may:
 * of those that are returned in the usual way.
 */
export function readOneOfEach<T>(
  paths: readonly PathWithId[],
  where: Where,
  read: (as: Api, own: string, path: string) => Promise<T>,
): Promise<T[]> {
  const { version } = where.api;
  const offered = paths.filter(({ versions }) => versions.includes(version));
  return readEach(offered, async (path) => {
    const [own = ''] = await path.existing(where);
    if ((await readPath(path, own, where.api)).status !== 200) return [];
    return [await read(path.signedIn ? where.api.signedIn() : where.api, own, path.path)];
  });
}

/** The path of an existing object below another patch that has such objects; undefined if none is known. */
export async function belowAnother(path: PathWithId, where: Where): Promise<string | undefined> {
  const [own = ''] = await path.existing(where);
  const patches = (await path.patches?.(where.instance)) ?? [];
  const another = patches.find((id) => !own.startsWith(`patches/${id}/`));
  return another === undefined ? undefined : own.replace(/\d+/, String(another));
}

/** Reads the paths of existing objects in a version; none of those that it does not have. */
export function readExisting(where: Where): Promise<Answer[]> {
  return readEach(pathsIn(where), async (path) => {
    const existing = await path.existing(where);
    return Promise.all(
      existing.map((own, index) =>
        readPath(path, own, ofCaller(where.api, index, existing.length)),
      ),
    );
  });
}

/**
 * Reads a path with another id in place of its last one. Inconclusive unless the existing id returns
 * 200: without that control, the response to another one proves nothing.
 */
export async function readWithId(
  path: PathWithId,
  id: string | number,
  { api, instance }: Where,
): Promise<Answer> {
  const [existing = ''] = await path.existing({ api, instance });
  const control = await readPath(path, existing, api);
  if (control.status !== 200) {
    unanswered(control, ' for an existing id, so the response to another one proves nothing');
  }
  return readPath(path, existing.replace(/\d+(?=\D*$)/, String(id)), api);
}

/**
 * The 403 and 404 responses to unknown ids, wrong parents, missing credentials and missing rights; without pages of
 * something in front, which refuses with 403 (docs/verdicts.md B-49).
 */
export async function refusalsOf(where: Where): Promise<Answer[]> {
  const read = [ofUnknownIds, ofWrongParents, ofGuarded, ofPrivateBundle];
  const answers = await readEach(read, (each) => each(where));
  const refusals = answers.filter(({ status }) => status === 403 || status === 404);
  return refusals.filter((answer) => answer.status === 404 || !isPage(answer));
}

/** The responses to an unknown id in each path, and in the last open one to an authenticated caller as well. */
async function ofUnknownIds(where: Where): Promise<Answer[]> {
  const { api } = where;
  const unknown = await readEach(pathsIn(where), async (path) => [
    await readWithId(path, UNKNOWN_ID, where),
  ]);
  const open = unknown.findLast(({ role }) => role === 'anonymous');
  return open === undefined ? unknown : [...unknown, await api.signedIn().follow(open.url)];
}

/** The responses to nested objects below another parent; the requests of `nested.….wrong-parent`. */
async function ofWrongParents(where: Where): Promise<Answer[]> {
  return readEach(pathsIn(where), async (path) => {
    const below = await belowAnother(path, where);
    return below === undefined ? [] : [await where.api.get(below)];
  });
}

/** The responses to anonymous callers who request what is guarded; the requests of `auth.….list` and `.detail`. */
async function ofGuarded(where: Where): Promise<Answer[]> {
  const { api } = where;
  const objects = PATHS_WITH_ID.filter(({ signedIn }) => signedIn);
  return [
    ...(await readEach(GUARDED_COLLECTIONS, async (path) => [await api.get(path)])),
    ...(await readOneOfEach(objects, where, (_, own) => api.get(own))),
  ];
}

/** The responses to others who request a private bundle; the requests of `auth.bundle.private.…`. */
async function ofPrivateBundle(where: Where): Promise<Answer[]> {
  const { api } = where;
  if (api.signedIn().role !== 'user') return [];
  const path = await ownPrivatePath(where);
  return Promise.all([api.get(path), api.as('other').get(path)]);
}

function isPage(answer: Answer): boolean {
  const type = header(answer, 'content-type') ?? '';
  return answer.notJson !== undefined && /^text\/(html|plain)\b/i.test(type);
}

function pathsIn({ api }: Where): PathWithId[] {
  return PATHS_WITH_ID.filter(({ versions }) => versions.includes(api.version));
}
