import type { CreatingEntry, KnownEntry } from '../journal-entry.js';
import { isObject, type JsonObject } from '../place.js';
import type { Role } from '../role.js';
import { couldBe, idOf, rowsOf } from './own-rows.js';
import { apiOf, type Restoration } from './restore-object.js';
import { mayBeShownAs } from './same-value.js';
import { isOfAnotherRun, markerOf } from './temporary-values.js';

/** Statuses of DELETE on instances where bundles cannot be deleted: SPEC.md has no DELETE. */
const NOT_OFFERED = [403, 404, 405, 501];

/** Undoes a POST: bundles are deleted, checks cannot be and are listed. */
export async function undoMade(restoration: Restoration, entry: CreatingEntry): Promise<void> {
  const id = await idMade(restoration, entry);
  if (id !== undefined) await remove(restoration, entry, id);
}

async function remove(restoration: Restoration, entry: CreatingEntry, id: number): Promise<void> {
  const { outcome, urlOf } = restoration;
  if (entry.kind === 'bundle') return removeBundle(restoration, entry, id);
  const url = urlOf(entry.version, `${entry.collection}/${id}`);
  outcome.leftBehind.push({ kind: 'check', url, why: 'checks cannot be deleted' });
}

/** The id in the response or, if that was lost, of an object with the values sent. */
async function idMade(restoration: Restoration, entry: CreatingEntry): Promise<number | undefined> {
  const { journal, client } = restoration;
  const { n, kind, collection, role, values } = entry;
  for (const other of journal.entries) {
    if (other.entry === 'created' && other.n === n) return other.id;
    if (other.entry === 'refused' && other.n === n) return undefined;
  }
  const own = ownId(restoration, role);
  if (own === undefined) return undefined;
  const known = knownIds(restoration, { collection, role });
  client.forgetReads();
  const api = apiOf(restoration, entry);
  // An unknown patch has no list of checks.
  if ((await api.get(`${collection}/`)).status === 404) return undefined;
  const rows = await rowsOf(api, collection, own);
  const alike = rows.filter((row) => couldBe(row, kind, values));
  return alike.map(idOf).find((id) => id !== undefined && !known.has(id));
}

function isTold({ outcome }: Restoration, path: string): boolean {
  return [...outcome.leftBehind, ...outcome.notRestored].some(({ url }) =>
    url.endsWith(`/${path}`),
  );
}

/**
 * The ids that a role saw in a collection before the run, and those of objects created by the run.
 */
function knownIds(
  { journal }: Restoration,
  { collection, role }: Pick<KnownEntry, 'collection' | 'role'>,
): Set<unknown> {
  const known = new Set<unknown>();
  for (const entry of journal.entries) {
    if (entry.entry === 'created') known.add(entry.id);
    if (entry.entry !== 'known' || entry.collection !== collection || entry.role !== role) continue;
    for (const id of entry.ids) known.add(id);
  }
  return known;
}

/**
 * Finds new objects of a role that no response reported, because a refusal may have created one.
 * Objects that the run could have created are removed; other bundles are listed, because their
 * origin is unknown, unless they have the name of another run.
 */
export async function listUnexplained(restoration: Restoration, known: KnownEntry): Promise<void> {
  const { journal, client, outcome } = restoration;
  const { collection, role } = known;
  const own = ownId(restoration, role);
  const entries = journal.entries.filter(
    (entry): entry is CreatingEntry =>
      entry.entry === 'creating' && entry.collection === collection && entry.role === role,
  );
  const [first] = entries;
  if (own === undefined || first === undefined) return;
  client.forgetReads();
  const before = knownIds(restoration, known);
  for (const row of await rowsOf(apiOf(restoration, first), collection, own)) {
    const id = idOf(row);
    if (id === undefined || before.has(id) || isTold(restoration, `${collection}/${id}/`)) continue;
    const maker = entries.find(({ kind, values }) => couldBe(row, kind, values));
    if (maker !== undefined) await remove(restoration, maker, id);
    else if (first.kind === 'bundle' && !isOfAnotherRun(row.name, markerOf(journal.head.run))) {
      const url = restoration.urlOf(first.version, `bundles/${id}`);
      const why = 'it is new, but no response reported its creation';
      outcome.leftBehind.push({ kind: 'bundle', url, why });
    }
  }
}

/** The user of a role. */
function ownId({ journal }: Restoration, role: Role): number | undefined {
  for (const entry of journal.entries) if (entry.entry === 'target') return entry.users[role];
  return undefined;
}

/**
 * Whether a bundle was created by the run: it has a name that the run sent, or is new and owned by
 * the role.
 */
function isOurs(
  restoration: Restoration,
  entry: CreatingEntry,
  id: number,
  found: JsonObject,
): boolean {
  const given = restoration.journal.entries.flatMap((other) =>
    other.entry === 'write' && other.object === `bundles/${id}` ? [other.values.name] : [],
  );
  const names = [entry.values.name, ...given].filter((name) => name !== undefined);
  if (names.some((name) => mayBeShownAs(name, found.name))) return true;
  const own = ownId(restoration, entry.role);
  const { journal } = restoration;
  // Ids increase, and a list may have omitted an old bundle.
  const wasThere = journal.entries.some(
    (other) =>
      other.entry === 'known' &&
      other.collection === 'bundles' &&
      other.ids.some((each) => each >= id),
  );
  return own !== undefined && !wasThere && idOf(found.owner) === own;
}

async function removeBundle(
  restoration: Restoration,
  entry: CreatingEntry,
  id: number,
): Promise<void> {
  const { client, permitted, outcome } = restoration;
  permitted.allowBundle(id);
  const role = entry.role === 'anonymous' ? 'user' : entry.role;
  const api = apiOf(restoration, { version: entry.version, role });
  const path = `bundles/${id}/`;
  const url = restoration.urlOf(entry.version, `bundles/${id}`);
  const read = async () => {
    client.forgetReads();
    return api.get(path);
  };
  const found = await read();
  if (found.status === 404) return;
  if (isObject(found.json) && !isOurs(restoration, entry, id, found.json)) {
    const why = 'the response to a POST named it, but it is not a bundle of this run; not changed';
    outcome.notRestored.push({ url, field: '*', why });
    return;
  }
  const request = { role, path: api.path(path), beforeSending: () => {} } as const;
  const removed = await client.write({ ...request, method: 'DELETE', body: 'none' });
  if ((await read()).status === 404) {
    outcome.restored += 1;
    outcome.removed ??= [];
    outcome.removed.push(url);
    return;
  }
  const hidden = { json: { public: false } };
  await client.write({ ...request, method: 'PATCH', body: hidden });
  const left = await read();
  const isPublic = isObject(left.json) && left.json.public !== false;
  const why = `DELETE returned ${removed.status}; ${isPublic ? 'it is still public' : 'it is private'}`;
  if (NOT_OFFERED.includes(removed.status) && !isPublic) {
    outcome.leftBehind.push({ kind: 'bundle', url, why });
  } else outcome.notRestored.push({ url, field: '*', why: `it could not be deleted: ${why}` });
}
