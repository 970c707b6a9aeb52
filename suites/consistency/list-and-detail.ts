import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import { versionsReading } from '../../specification/endpoints.js';
import type { ResourceName } from '../../specification/resource.js';
import { tableNamed } from '../../specification/tables.js';
import { keyOf } from '../support/comparison.js';
import { firstRows, idOf, readerOf } from '../support/first-rows.js';
import { ofCaller, richest } from '../support/objects/sampled-rows.js';
import { samplesOf } from '../support/objects/samples.js';
import { readEach } from '../support/readable.js';
import { endsIn, isUrl } from '../support/url.js';

/** The fields that docs/api.md lists: others may be additions, with any value (docs/verdicts.md B-39). */
export function documentedNamesOf(row: Seen, resource: ResourceName): string[] {
  const documented = tableNamed(`${resource}.detail`).fields.map(({ name }) => name);
  return namesOf(row).filter((each) => documented.includes(each));
}

export function namesOf({ value }: Seen): string[] {
  return isObject(value) ? Object.keys(value) : [];
}

/** An item of a list, the detail of the same object, and the caller who reads both. */
export interface Pair {
  resource: ResourceName;
  row: Seen;
  detail: Seen;
  as: Api;
}

/** Every detail that was read of an item of a list, with that item, and a comment of each kind. */
export async function everyPair(where: Where): Promise<Pair[]> {
  const { objects: open, hidden } = await samplesOf(where);
  const objects = [...open, ...hidden];
  const rows = new Map(
    objects.filter(({ table }) => table.name.endsWith('.list')).map((row) => [keyOf(row), row]),
  );
  const details = objects.filter(({ table }) => table.name.endsWith('.detail'));
  const pairs = details.flatMap((detail) => {
    const row = rows.get(keyOf(detail));
    if (row === undefined) return [];
    const alike = details.filter(({ path }) => path === detail.path);
    const reader = readerOf(row.path, where.api);
    const as = hidden.includes(row)
      ? where.api.as('user')
      : ofCaller(reader, alike.indexOf(detail), alike.length);
    return [{ resource: detail.table.resource, row, detail, as }];
  });
  const commented = await readEach([patchCommentPair, coverCommentPair], (pair) => pair(where));
  return [...pairs, ...commented];
}

/** docs/api.md has no list of patch comments; the one that was read to find a comment is used. */
async function patchCommentPair({ api, instance }: Where): Promise<Pair[]> {
  if (!versionsReading('patches/{patch_id}/comments/{comment_id}/').includes(api.version))
    return [];
  const { parent, comment } = await instance.patchComment();
  const rows = await firstRows(api, `patches/${parent}/comments/`);
  const row = rows.find((each) => idOf(each) === comment);
  if (row === undefined) return [];
  const detail = await api.object(`patches/${parent}/comments/${comment}/`);
  return [{ resource: 'patch-comment', row, detail, as: api }];
}

/** docs/api.md has no detail of a cover comment; its `url` is followed if it leads to one. */
async function coverCommentPair({ api, instance }: Where): Promise<Pair[]> {
  const [cover] = await instance.coversWithComments();
  const path = `covers/${cover}/comments/`;
  const row = richest(await firstRows(api, path));
  if (row === undefined) return [];
  const own = `${path}${idOf(row)}/`;
  const url = at(row, 'url').value;
  if (!isUrl(url) || !endsIn(url, api.path(own))) return [];
  const detail = await api.object(own);
  return idOf(detail) === idOf(row) ? [{ resource: 'cover-comment', row, detail, as: api }] : [];
}
