import { named } from '../client/answer.js';
import { type CreatingEntry, entriesOf, type KnownEntry, type KnownRow } from '../journal-entry.js';
import { isObject, type JsonObject } from '../place.js';
import { mayBeShownAs, sameValue } from '../same-value.js';
import { couldBe, idOf, rowsOf } from './own-rows.js';
import { removeBundle } from './remove-bundle.js';
import { apiOf, leaveAlone, putBack, type Restoration } from './restore-object.js';
import { isOfAnotherRun, markerOf, turnIn } from './temporary-values.js';
import { valuesOf, valueText } from './values.js';

/** Statuses of DELETE on instances where bundles cannot be deleted: docs/api.md has no DELETE. */
const NOT_OFFERED = [403, 404, 405, 501];

/** An object that the run created. */
export interface MadeObject {
  entry: CreatingEntry;
  id: number;
}

/** The objects whose ids the instance returned. */
export function madeIn({ journal }: Restoration): MadeObject[] {
  const creating = new Map(entriesOf(journal, 'creating').map((entry) => [entry.n, entry]));
  return entriesOf(journal, 'created').flatMap(({ n, id }) => {
    const entry = creating.get(n);
    return entry === undefined ? [] : [{ entry, id }];
  });
}

/** Whether an object is a bundle that tells other runs that this one writes. */
export function isMarker({ entry }: MadeObject): boolean {
  return turnIn(entry.values.name) !== undefined;
}

/**
 * Reads a collection of a role again, and returns the objects that the run created but no response
 * named, also with a refusal. Other new bundles are listed, because their origin is unknown. Bundles
 * that existed before and have a name of the run get their old values; other changes are reported.
 */
export async function surveyCollection(
  restoration: Restoration,
  known: KnownEntry,
): Promise<MadeObject[]> {
  const { journal, client, outcome } = restoration;
  const { collection, version, role } = known;
  const own = entriesOf(journal, 'target')[0]?.users[role];
  if (own === undefined) return [];
  const entries = entriesOf(journal, 'creating').filter(
    (entry) => entry.collection === collection && entry.role === role,
  );
  const lists = entriesOf(journal, 'known').filter((each) => each.collection === collection);
  const before = new Set(lists.flatMap(({ rows }) => rows.map(({ id }) => id)));
  const created = madeIn(restoration).filter(({ entry }) => entry.collection === collection);
  const named = new Set(created.map(({ id }) => id));
  const mark = markerOf(journal.head.run);
  client.forgetReads();
  const made: MadeObject[] = [];
  for (const row of await rowsOf(apiOf(restoration, known), collection, own)) {
    const id = idOf(row);
    if (id === undefined) {
      if (!String(row.name).startsWith(mark)) continue;
      const why = `${valueText(row.name, client.redaction)} of this run has an id that cannot be used, so it could not be deleted`;
      outcome.notRestored.push({ url: restoration.urlOf(version, collection), field: '*', why });
      continue;
    }
    const was = known.rows.find((each) => each.id === id);
    if (named.has(id)) restoration.listed.add(`${collection}/${id}`);
    if (was !== undefined && !named.has(id)) await restoreKnown(restoration, known, was, row);
    if (before.has(id) || named.has(id)) continue;
    const entry = entries.find(({ kind, values }) => couldBe(row, kind, values));
    if (entry !== undefined) made.push({ entry, id });
    else if (entries[0]?.kind === 'bundle' && !isOfAnotherRun(row.name, mark)) {
      const url = restoration.urlOf(version, `bundles/${id}`);
      const why = 'it is new, but no response reported its creation';
      outcome.leftBehind.push({ kind: 'bundle', url, why });
    }
  }
  return made;
}

/** A write may have changed another bundle of its role than that to which it was sent. */
async function restoreKnown(
  restoration: Restoration,
  { version, role }: KnownEntry,
  { id, values = {} }: KnownRow,
  row: JsonObject,
): Promise<void> {
  const { journal, permitted } = restoration;
  const object = `bundles/${id}`;
  const present = valuesOf(object, row);
  const changed = Object.keys(values).filter(
    (field) => !sameValue(inOrder(values[field]), inOrder(present[field])),
  );
  const original = { entry: 'original', object, version, role, values } as const;
  if (changed.length > 0 && String(present.name).startsWith(markerOf(journal.head.run))) {
    permitted.allow(object);
    return putBack(restoration, original, changed);
  }
  for (const field of changed) leaveAlone(restoration, original, field, present[field]);
}

/** Instances may list the patches of a bundle in any order. */
function inOrder(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : value;
}

/** Undoes a POST: bundles are deleted, checks cannot be and are listed. */
export async function undoMade(restoration: Restoration, { entry, id }: MadeObject): Promise<void> {
  const { client, permitted, outcome, lookMs } = restoration;
  const { version, collection, kind } = entry;
  const url = restoration.urlOf(version, `${collection}/${id}`);
  if (kind === 'check') {
    outcome.leftBehind.push({ kind, url, why: 'checks cannot be deleted' });
    return;
  }
  permitted.allow(`bundles/${id}`);
  const role = entry.role === 'anonymous' ? 'user' : entry.role;
  client.forgetReads();
  const found = await apiOf(restoration, { version, role }).get(`bundles/${id}/`);
  if (found.status === 404) {
    if (!restoration.listed.has(`${collection}/${id}`)) return;
    const why = 'bundles/ lists it, but its URL returns 404, so it could not be deleted';
    outcome.notRestored.push({ url, field: '*', why });
    return;
  }
  if (isObject(found.json) && !isOurs(restoration, entry, id, found.json)) {
    const why =
      found.status === 200
        ? 'the response to a POST named it, but it is not a bundle of this run; not changed'
        : `${named(found)} returned ${found.status} as ${role}: it could not be read, so it was not deleted`;
    outcome.notRestored.push({ url, field: '*', why });
    return;
  }
  const left = await removeBundle(client, { id, version, role }, lookMs);
  if (left === undefined) {
    outcome.restored += 1;
    outcome.removed = [...(outcome.removed ?? []), url];
  } else if (NOT_OFFERED.includes(left.answer.status) && !left.isPublic) {
    outcome.leftBehind.push({ kind, url, why: left.why });
  } else {
    outcome.notRestored.push({ url, field: '*', why: `it could not be deleted: ${left.why}` });
  }
}

/**
 * Whether a bundle was created by the run: it has a name that the run sent, or is new and owned by
 * the role.
 */
function isOurs(
  { journal }: Restoration,
  entry: CreatingEntry,
  id: number,
  { name, owner }: JsonObject,
): boolean {
  const given = entriesOf(journal, 'write').filter(({ object }) => object === `bundles/${id}`);
  const names = [entry, ...given].map(({ values }) => values.name);
  if (names.some((each) => each !== undefined && mayBeShownAs(each, name))) return true;
  const own = entriesOf(journal, 'target')[0]?.users[entry.role];
  // Ids increase, and a list may have omitted an old bundle.
  const bundles = entriesOf(journal, 'known').filter(({ collection }) => collection === 'bundles');
  const wasThere = bundles.some(({ rows }) => rows.some((row) => row.id >= id));
  return own !== undefined && !wasThere && idOf(owner) === own;
}
