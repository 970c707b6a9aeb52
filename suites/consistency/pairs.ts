import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import { reading, versionsReading } from '../../specification/endpoints.js';
import type { ResourceName } from '../../specification/resource.js';
import { firstRows, idOf } from '../support/lists/first-rows.js';
import { richest } from '../support/objects/sampled-rows.js';
import { PATHS_WITH_ID, type PathWithId } from '../support/paths-with-id.js';
import { readable } from '../support/readable.js';

/** An item of a list, the detail of the same object, and the caller who reads both. */
export interface Pair {
  resource: ResourceName;
  row: Seen;
  detail: Seen;
  as: Api;
}

/** The versions that list checks; earlier ones have no nested list with details (B-9, B-10). */
const NESTED = versionsReading('patches/{patch_id}/checks/');

/** The sampled items of every readable list, each with its detail. */
export async function everyPair(where: Where): Promise<Pair[]> {
  const nested = NESTED.includes(where.api.version);
  const paths = PATHS_WITH_ID.filter(
    ({ path }) => path.endsWith('}/') && (nested || !path.startsWith('patches/')),
  );
  const pairs = await Promise.all([
    ...paths.map((path) => readable(() => pairsAt(path, where))),
    nested ? readable(() => coverCommentPair(where)) : [],
  ]);
  return pairs.flat();
}

/** SPEC.md has no list of patch comments; the one that was read to find a comment is used. */
async function pairsAt(path: PathWithId, where: Where): Promise<Pair[]> {
  const { resource, signedIn } = reading(path.path);
  const as = signedIn ? where.api.signedIn() : where.api;
  const pairs = (await path.existing(where)).map(async (own) => {
    const detail = await as.object(own);
    const rows = await firstRows(where.api, own.replace(/\d+\/$/, ''));
    const row = rows.find((each) => own.endsWith(`/${idOf(each)}/`));
    return row === undefined ? [] : [{ resource, row, detail, as }];
  });
  return (await Promise.all(pairs)).flat();
}

/** SPEC.md has no detail of a cover comment; its `url` is followed if it leads to one. */
async function coverCommentPair({ api, instance }: Where): Promise<Pair[]> {
  const [cover] = await instance.coversWithComments();
  const path = `covers/${cover}/comments/`;
  const row = richest(await firstRows(api, path));
  if (row === undefined) return [];
  const own = `${path}${idOf(row)}/`;
  if (!String(at(row, 'url').value).endsWith(api.path(own))) return [];
  const detail = await api.object(own);
  return idOf(detail) === idOf(row) ? [{ resource: 'cover-comment', row, detail, as: api }] : [];
}
