import type { Api } from '../../harness/api.js';
import { type Answer, header } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import { at, type Seen } from '../../harness/place.js';
import type { SignedInRole } from '../../harness/role.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { firstPage, firstRows, isWhole } from '../conventions/sources.js';

/** How many ids are tried, one request each, in search of a bundle that is not listed. */
const MOST_TRIED = 5;

/** The first bundles that a role is shown, as many as one page may hold. */
export function bundlesOf(api: Api, role: SignedInRole): Promise<Seen[]> {
  return firstRows(api.as(role), 'bundles/');
}

/** Whether a row says that its bundle is private. */
export function isPrivate(row: Seen): boolean {
  return at(row, 'public').value === false;
}

/** Whether a row says that its bundle is public. */
export function isPublic(row: Seen): boolean {
  return at(row, 'public').value === true;
}

/**
 * The private bundles in the list of a role that are not its own. Whose a bundle is says its owner:
 * a role that is shown those of one owner, who is not the owner of the witness's, sees its own; only
 * where that is not so is it worth the requests to find out who the role is.
 */
export async function strangersPrivates(
  { api, instance }: { api: Api; instance: Instance },
  role: SignedInRole,
  witness: SignedInRole,
): Promise<Seen[]> {
  const shown = (await bundlesOf(api, role)).filter(isPrivate);
  const witnessed = (await bundlesOf(api, witness)).filter(isPrivate);
  if ([...shown, ...witnessed].some((row) => !Number.isInteger(ownerOf(row)))) {
    inconclusive('the list of bundles does not say whose each is');
  }
  const owners = new Set(shown.map(ownerOf));
  const shared = witnessed.some((row) => owners.has(ownerOf(row)));
  if (owners.size <= 1 && !shared) return [];
  const own = await instance.ownId(role);
  return shown.filter((row) => ownerOf(row) !== own);
}

/** The id of a private bundle of the role `user`; inconclusive if it has none that is found. */
export async function ownPrivateBundle(api: Api, instance: Instance): Promise<number> {
  const listed = (await bundlesOf(api, 'user')).filter(isPrivate);
  const filtered = listed.length > 0 ? listed : await filteredPrivates(api, instance);
  const rows = filtered.length > 0 ? filtered : await unlistedPrivates(api, instance);
  const owners = new Set(rows.map(ownerOf));
  const own = owners.size > 1 ? await instance.ownId('user') : ownerOf(rows[0]);
  const id = at(rows.find((row) => ownerOf(row) === own) ?? NOTHING, 'id').value;
  if (typeof id === 'number' && Number.isInteger(id)) return id;
  return inconclusive('the role user has no private bundle (making one by hand would do)');
}

/** Asks once in a run, where the first page of an instance with many bundles shows no private one. */
function filteredPrivates(api: Api, instance: Instance): Promise<Seen[]> {
  return instance.once('private bundles by filter', async () => {
    const newest = api.in(instance.newest).as('user');
    return (await newest.list('bundles/', { public: 'false', per_page: 100 })).filter(isPrivate);
  });
}

/**
 * A private bundle that its owner, the role `user`, can read and is not listed, if there is one: its
 * id is among those that the list leaves out. A few are tried, once in a run, where no private
 * bundle is listed at all.
 */
export function unlistedPrivates(api: Api, instance: Instance): Promise<Seen[]> {
  return instance.once('private bundles that are not listed', async () => {
    const newest = api.in(instance.newest).as('user');
    // On a page that is not read it may be listed all the same.
    if (!isWhole(await firstPage(newest, 'bundles/'))) return [];
    const listed = (await firstRows(newest, 'bundles/')).map((row) => Number(at(row, 'id').value));
    const highest = Math.max(0, ...listed.filter(Number.isInteger));
    const absent = Array.from({ length: highest }, (_, index) => index + 1).filter(
      (id) => !listed.includes(id),
    );
    for (const id of absent.slice(0, MOST_TRIED)) {
      const answer = await newest.get(`bundles/${id}/`);
      const bundle = { value: answer.json, at: { exchange: answer.exchange, pointer: '' } };
      if (answer.status !== 200 || !isPrivate(bundle)) continue;
      return ownerOf(bundle) === (await instance.ownId('user')) ? [bundle] : [];
    }
    return [];
  });
}

/**
 * What the owner of a private bundle is answered. It is asked for by name and password first, so
 * that one request shows that these sign in as well; by token where they do not.
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
 * The public bundles that a role must be shown on its first page, since anonymous callers are shown
 * them on theirs. Where there are more pages, the role's own private bundles may have moved as many
 * of the last rows to the next.
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
