import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { versionsReading } from '../../specification/endpoints.js';
import type { List } from '../../specification/lists.js';
import type { ResourceName } from '../../specification/resource.js';
import { COLLECTIONS, firstRows, readerOf } from '../support/lists/first-rows.js';
import { richest, sampledRows } from '../support/objects/sampled-rows.js';
import { readable } from '../support/readable.js';

/** An item of a list and the detail of the same object. */
export interface Pair {
  resource: ResourceName;
  row: Seen;
  detail: Seen;
}

/** An item of a collection in the endpoint table, and its detail. */
export interface CollectionPair extends Pair {
  collection: List;
}

type Where = Pick<CheckContext, 'api' | 'instance'>;

/**
 * The versions that list checks; they also have the detail of patch comments (docs/verdicts.md B-9,
 * B-10).
 */
const NESTED = versionsReading('patches/{patch_id}/checks/');

/** The sampled items of every readable collection, each with its detail. */
export async function collectionPairs(api: Api): Promise<CollectionPair[]> {
  const found = await Promise.all(
    COLLECTIONS.map((collection) =>
      readable(async () => {
        const as = readerOf(collection.path, api);
        const rows = await sampledRows(api, collection);
        return Promise.all(
          rows.map(async (row) => {
            const detail = await as.object(`${collection.path}${at(row, 'id').value}/`);
            return { collection, resource: collection.resource, row, detail };
          }),
        );
      }),
    ),
  );
  return found.flat();
}

/** Those, a check, and a comment of each kind. */
export async function everyPair({ api, instance }: Where): Promise<Pair[]> {
  const own = await collectionPairs(api);
  if (!NESTED.includes(api.version)) return own;
  const nested = await Promise.all(
    [checkPair, patchCommentPair, coverCommentPair].map((pair) =>
      readable(() => pair({ api, instance })),
    ),
  );
  return [...own, ...nested.flat()];
}

async function checkPair({ api, instance }: Where): Promise<Pair[]> {
  const { patch, check } = await instance.check();
  const path = `patches/${patch}/checks/`;
  const detail = await api.object(`${path}${check}/`);
  const rows = await firstRows(api, path);
  return rowOf(rows, check).map((row) => ({ resource: 'check', row, detail }));
}

/** SPEC.md has no list of patch comments; the one read to find a comment is reused. */
async function patchCommentPair({ api, instance }: Where): Promise<Pair[]> {
  const { parent, comment } = await instance.patchComment();
  const path = `patches/${parent}/comments/`;
  const detail = await api.object(`${path}${comment}/`);
  const rows = await firstRows(api, path);
  return rowOf(rows, comment).map((row) => ({ resource: 'patch-comment', row, detail }));
}

/** SPEC.md has no detail of a cover comment; its `url` is followed if it leads to one. */
async function coverCommentPair({ api, instance }: Where): Promise<Pair[]> {
  const [cover] = await instance.coversWithComments();
  const path = `covers/${cover}/comments/`;
  const row = richest(await firstRows(api, path));
  if (row === undefined) return [];
  const own = `${path}${at(row, 'id').value}/`;
  if (!String(at(row, 'url').value).endsWith(api.path(own))) return [];
  const detail = await api.object(own);
  const same = isObject(detail.value) && at(detail, 'id').value === at(row, 'id').value;
  return same ? [{ resource: 'cover-comment', row, detail }] : [];
}

function rowOf(rows: readonly Seen[], id: number): Seen[] {
  return rows.filter((row) => at(row, 'id').value === id).slice(0, 1);
}
