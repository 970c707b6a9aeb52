import type { Api } from '../../harness/api.js';
import type { Where } from '../../harness/check-context.js';
import { at, type Seen, seen } from '../../harness/place.js';
import { whyNoId } from '../../harness/unusable-id.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstPage, firstRows, idOf, isWhole } from './first-rows.js';
import { readable } from './readable.js';

/** How many ids are tried, one request each, to find a bundle that is not listed. */
const MOST_TRIED = 5;

/** The query that selects private bundles. */
export const NOT_PUBLIC = { public: 'false', per_page: LARGEST_PAGE };

/** Whether a bundle is private. */
export function isPrivate(row: Seen): boolean {
  return at(row, 'public').value === false;
}

/** Whether a bundle is public. */
export function isPublic(row: Seen): boolean {
  return at(row, 'public').value === true;
}

/** The id of the owner of a bundle. */
export function ownerOf(bundle: Seen): unknown {
  return at(bundle, 'owner', 'id').value;
}

/** The private bundles that a caller is shown: those on the first page; if there are none, those that the filter selects. */
export async function privatesFor(caller: Api): Promise<Seen[]> {
  const listed = (await firstRows(caller, 'bundles/')).filter(isPrivate);
  if (listed.length > 0) return listed;
  return (await readable(() => caller.list('bundles/', NOT_PUBLIC))).filter(isPrivate);
}

/** The private bundles of the role `user`: those that it is shown, or one that is not listed. */
export async function ownPrivates({ api, instance }: Where): Promise<Seen[]> {
  const listed = await privatesFor(api.as('user'));
  if (listed.length === 0) return unlistedPrivates({ api, instance });
  const owners = new Set(listed.map(ownerOf));
  // A single owner is the role itself. Several are a violation that has to be told from them.
  if (owners.size === 1) return listed;
  const own = await instance.ownId('user');
  return listed.filter((row) => ownerOf(row) === own);
}

/** How many private bundles are tried, a few requests each. */
const MOST_PRIVATE = 2;

/** The paths of some private bundles of the role `user`, of several projects if possible; inconclusive if none is found. */
export async function ownPrivatePaths(where: Where): Promise<string[]> {
  const found = await ownPrivates(where);
  const projects = found.map((row) => at(row, 'project', 'id').value);
  const isFirst = (_row: Seen, index: number) => projects.indexOf(projects[index]) === index;
  const firsts = found.filter(isFirst);
  const rows = [...firsts, ...found.filter((row) => !firsts.includes(row))];
  const ids = rows.map(idOf).filter(Number.isInteger);
  if (ids.length > 0) return ids.slice(0, MOST_PRIVATE).map((id) => `bundles/${id}/`);
  return inconclusive(whyNoId(rows, 'a private bundle of the role `user`', NO_PRIVATE));
}

/** The path of a private bundle of the role `user`; inconclusive if none is found. */
export async function ownPrivatePath(where: Where): Promise<string> {
  const [path = ''] = await ownPrivatePaths(where);
  return path;
}

/** Why a requirement on private bundles is inconclusive. */
export const NO_PRIVATE =
  'no private bundle of the role `user` was found (create one, or give the credentials of a user who has one)';

/**
 * A private bundle that its owner, the role `user`, can read but that is not listed, if there is
 * one: tries a few ids that are missing from the list.
 */
export async function unlistedPrivates({ api, instance }: Where): Promise<Seen[]> {
  const user = api.as('user');
  // On a list of several pages the bundle may be listed on a page that was not read.
  if (!isWhole(await firstPage(user, 'bundles/'))) return [];
  const listed = (await firstRows(user, 'bundles/')).map((row) => Number(idOf(row)));
  const highest = Math.max(0, ...listed.filter(Number.isInteger));
  const ids = Array.from({ length: highest }, (_, index) => index + 1);
  for (const id of ids.filter((each) => !listed.includes(each)).slice(0, MOST_TRIED)) {
    const answer = await user.get(`bundles/${id}/`);
    const bundle = seen(answer);
    if (answer.status !== 200 || !isPrivate(bundle)) continue;
    return ownerOf(bundle) === (await instance.ownId('user')) ? [bundle] : [];
  }
  return [];
}
