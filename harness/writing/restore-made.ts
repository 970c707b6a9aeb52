import type { CreatingEntry, OriginalEntry } from '../journal-entry.js';
import { at, isObject } from '../place.js';
import type { Role } from '../role.js';
import { commentEvents } from './comment-target.js';
import { addressOf } from './outcome.js';
import { couldBe, idOf, rowsOf } from './own-rows.js';
import { apiOf, type Restoration } from './restore-object.js';

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

/**
 * Lists the events that tell of the comment that was marked: instances in the field have been seen to
 * say that a comment was created whenever it is saved, and events cannot be deleted.
 */
export async function listEvents(restoration: Restoration, original: OriginalEntry): Promise<void> {
  const { journal, client, outcome } = restoration;
  for (const target of journal.entries) {
    if (target.entry !== 'target' || !target.comment || !target.project) continue;
    const { comment, lastEvent } = target.comment;
    client.forgetReads();
    const query = commentEvents(target.project.id);
    const answer = await apiOf(restoration, original).get('events/', { query });
    const events: unknown[] = Array.isArray(answer.json) ? answer.json : [];
    const own = events.filter(isObject).filter((event) => {
      const seen = { value: event, at: { exchange: answer.exchange, pointer: '' } };
      const about = at(seen, 'payload', 'comment', 'id').value;
      return typeof event.id === 'number' && event.id > lastEvent && about === comment;
    });
    if (own.length === 0) continue;
    const url = addressOf(journal.head.baseUrl, original.version, 'events');
    const why = `the instance made ${own.length} "patch-comment-created", one each time the comment ${comment} was marked, and events cannot be deleted`;
    outcome.leftBehind.push({ kind: 'event', url, why });
  }
}
