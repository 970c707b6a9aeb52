import type { Api } from '../../harness/api.js';
import { type Answer, header } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { at, type Seen, seen } from '../../harness/place.js';
import type { SignedInRole } from '../../harness/role.js';
import { whyNoId } from '../../harness/unusable-id.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { firstPage, firstRows, isWhole } from './lists/first-rows.js';

/** How many ids are tried, one request each, to find a bundle that is not listed. */
const MOST_TRIED = 5;

/** The first bundles that a role sees, up to the largest page size. */
export function bundlesOf(api: Api, role: SignedInRole): Promise<Seen[]> {
  return firstRows(api.as(role), 'bundles/');
}

/** Whether a bundle is private. */
export function isPrivate(row: Seen): boolean {
  return at(row, 'public').value === false;
}

/** Whether a bundle is public. */
export function isPublic(row: Seen): boolean {
  return at(row, 'public').value === true;
}

/**
 * The private bundles in the list of a role that the role does not own. Ownership is read from
 * `owner`: a role that sees the private bundles of a single owner, who is not the owner of those of
 * the witness, sees its own. Only otherwise is a request spent on finding out who the role is.
 */
export async function foreignPrivates(
  { api, instance }: { api: Api; instance: Instance },
  role: SignedInRole,
  witness: SignedInRole,
): Promise<Seen[]> {
  const shown = (await bundlesOf(api, role)).filter(isPrivate);
  const witnessed = (await bundlesOf(api, witness)).filter(isPrivate);
  if ([...shown, ...witnessed].some((row) => !Number.isInteger(ownerOf(row)))) {
    inconclusive('`owner.id` of a listed bundle is not an integer (see conv.id)');
  }
  const owners = new Set(shown.map(ownerOf));
  const shared = witnessed.some((row) => owners.has(ownerOf(row)));
  if (owners.size <= 1 && !shared) return [];
  const own = await instance.ownId(role);
  return shown.filter((row) => ownerOf(row) !== own);
}

/** The id of a private bundle of the role `user`; inconclusive if none is found. */
export async function ownPrivateBundle(api: Api, instance: Instance): Promise<number> {
  const listed = (await bundlesOf(api, 'user')).filter(isPrivate);
  const filtered = listed.length > 0 ? listed : await filteredPrivates(api, instance);
  const rows = filtered.length > 0 ? filtered : await unlistedPrivates(api, instance);
  const owners = new Set(rows.map(ownerOf));
  const own = owners.size > 1 ? await instance.ownId('user') : ownerOf(rows[0]);
  const id = at(rows.find((row) => ownerOf(row) === own) ?? NOTHING, 'id').value;
  if (typeof id === 'number' && Number.isInteger(id)) return id;
  return inconclusive(
    whyNoId(
      rows,
      'a private bundle of the role `user`',
      'no private bundle of the role `user` was found (create one, or give the credentials of a user who has one)',
    ),
  );
}

/**
 * Sends one request in a run, for instances with so many bundles that the first page has no private
 * one.
 */
function filteredPrivates(api: Api, instance: Instance): Promise<Seen[]> {
  return instance.once('private bundles by filter', async () => {
    const newest = api.in(instance.newest).as('user');
    return (await newest.list('bundles/', { public: 'false', per_page: 100 })).filter(isPrivate);
  });
}

/**
 * Returns a private bundle that its owner, the role `user`, can read but that is not listed, if
 * there is one. Tries a few ids missing from the list, once in a run, where no private bundle is
 * listed at all.
 */
export function unlistedPrivates(api: Api, instance: Instance): Promise<Seen[]> {
  return instance.once('private bundles that are not listed', async () => {
    const newest = api.in(instance.newest).as('user');
    // On a list of several pages the bundle may be listed on a page that was not read.
    if (!isWhole(await firstPage(newest, 'bundles/'))) return [];
    const listed = (await firstRows(newest, 'bundles/')).map((row) => Number(at(row, 'id').value));
    const highest = Math.max(0, ...listed.filter(Number.isInteger));
    const absent = Array.from({ length: highest }, (_, index) => index + 1).filter(
      (id) => !listed.includes(id),
    );
    for (const id of absent.slice(0, MOST_TRIED)) {
      const answer = await newest.get(`bundles/${id}/`);
      const bundle = seen(answer);
      if (answer.status !== 200 || !isPrivate(bundle)) continue;
      return ownerOf(bundle) === (await instance.ownId('user')) ? [bundle] : [];
    }
    return [];
  });
}

/**
 * Reads a private bundle as its owner. Username and password are tried first, so that one request
 * also shows that they work; then the token.
 */
export async function readByOwner(api: Api, path: string): Promise<Answer> {
  try {
    const byName = await api.as('user').get(path, { scheme: 'basic' });
    if (byName.status === 200) return byName;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
  }
  return api.as('user').get(path);
}

/**
 * The public bundles that must be on the first page of a role because they are on the first page of
 * anonymous callers. If there are more pages, the private bundles of the role may have moved as
 * many of the last items to the next page.
 */
export async function publicsDue(api: Api, role: SignedInRole): Promise<Seen[]> {
  const open = (await firstRows(api, 'bundles/')).filter(isPublic);
  const shown = await bundlesOf(api, role);
  const page = await firstPage(api.as(role), 'bundles/');
  if (!/rel="?next/.test(header(page, 'link') ?? '')) return open;
  const moved = shown.filter((row) => !isPublic(row)).length;
  return open.slice(0, Math.max(0, open.length - moved));
}

function ownerOf(row: Seen | undefined): unknown {
  return at(row ?? NOTHING, 'owner', 'id').value;
}

const NOTHING: Seen = { value: undefined, at: { exchange: 0, pointer: '' } };
