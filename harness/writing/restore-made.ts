import type { CreatingEntry } from '../journal-entry.js';
import { isObject } from '../place.js';
import type { Role } from '../role.js';
import { addressOf } from './outcome.js';
import { couldBe, idOf, rowsOf } from './own-rows.js';
import { apiOf, type Restoration } from './restoration.js';

/** Removes what a POST has made: bundles are deleted, checks cannot be and are listed. */
export async function undoMade(restoration: Restoration, entry: CreatingEntry): Promise<void> {
  const { journal, outcome } = restoration;
  const id = await idMade(restoration, entry);
  if (id === undefined) return;
  const object = `${entry.collection}/${id}`;
  if (entry.kind === 'bundle') return removeBundle(restoration, entry, id);
  const url = addressOf(journal.head.baseUrl, entry.version, object);
  outcome.leftBehind.push({ kind: 'check', url, why: 'checks cannot be deleted' });
}

/** The id as it was answered, or, where the answer never came, found by what was sent. */
async function idMade(restoration: Restoration, entry: CreatingEntry): Promise<number | undefined> {
  const { journal, client } = restoration;
  const { n, kind, collection, role, values } = entry;
  for (const other of journal.entries) {
    if (other.entry === 'created' && other.n === n) return other.id;
    if (other.entry === 'refused' && other.n === n) return undefined;
  }
  const own = ownId(restoration, role);
  if (own === undefined) return undefined;
  const known = new Set<unknown>();
  for (const other of journal.entries) {
    if (other.entry === 'created') known.add(other.id);
    if (other.entry !== 'known' || other.collection !== collection || other.role !== role) continue;
    for (const id of other.ids) known.add(id);
  }
  client.forgetReads();
  const api = apiOf(restoration, entry);
  // An unknown patch has no checks to look through.
  if ((await api.get(`${collection}/`)).status === 404) return undefined;
  const rows = await rowsOf(api, collection, own);
  const alike = rows.filter((row) => couldBe(row, kind, values));
  return alike.map(idOf).find((id) => id !== undefined && !known.has(id));
}

/** The user that a role signed in as. */
function ownId({ journal }: Restoration, role: Role): number | undefined {
  for (const entry of journal.entries) if (entry.entry === 'target') return entry.users[role];
  return undefined;
}

async function removeBundle(
  restoration: Restoration,
  entry: CreatingEntry,
  id: number,
): Promise<void> {
  const { client, permitted, outcome, journal } = restoration;
  permitted.allowBundle(id);
  const role = entry.role === 'anonymous' ? 'user' : entry.role;
  const api = apiOf(restoration, { version: entry.version, role });
  const path = `bundles/${id}/`;
  const read = async () => {
    client.forgetReads();
    return api.get(path);
  };
  if ((await read()).status === 404) return;
  const request = { role, path: api.path(path), beforeSending: () => {} } as const;
  const removed = await client.write({ ...request, method: 'DELETE', body: 'none' });
  if ((await read()).status === 404) {
    outcome.restored += 1;
    return;
  }
  const hidden = { json: { public: false } };
  await client.write({ ...request, method: 'PATCH', body: hidden });
  const left = await read();
  const isPublic = isObject(left.json) && left.json.public !== false;
  const state = isPublic ? 'it is still public' : 'it is private';
  const url = addressOf(journal.head.baseUrl, entry.version, `bundles/${id}`);
  outcome.leftBehind.push({
    kind: 'bundle',
    url,
    why: `DELETE was answered with ${removed.status}; ${state}`,
  });
}
