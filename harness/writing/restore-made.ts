import { named } from '../client/answer.js';
import { entriesOf, type JournalEntry, type KnownRow } from '../journal-entry.js';
import { isObject, type JsonObject } from '../place.js';
import type { Role } from '../role.js';
import { mayBeShownAs, sameValue } from '../same-value.js';
import { couldBe, idOf, rowsOf } from './own-rows.js';
import { putBack } from './put-back.js';
import { removeBundle } from './remove-bundle.js';
import { apiOf, type MadeObject, type Restoration } from './restoration.js';
import { leaveAlone } from './restore-object.js';
import { readUser } from './same-account.js';
import {
  isOfAnotherRun,
  isTemporary,
  isTemporaryOf,
  markerOf,
  turnIn,
} from './temporary-values.js';
import { valuesOf, valueText } from './values.js';

/** Statuses of DELETE on instances where bundles cannot be deleted: docs/api.md has no DELETE. */
const NOT_OFFERED = [403, 404, 405, 501];

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
  known: JournalEntry<'known'>,
): Promise<MadeObject[]> {
  const { journal, client, outcome } = restoration;
  const { collection, version, role } = known;
  const own = entriesOf(journal, 'target')[0]?.users[role];
  if (own === undefined) return [];
  const entries = entriesOf(journal, 'creating').filter(
    (entry) => entry.collection === collection && entry.role === role,
  );
  const lists = entriesOf(journal, 'known').filter((each) => each.collection === collection);
  // What bore the mark already when it was listed, as by another role, is the run's all the same.
  const isOfBefore = ({ values }: KnownRow) => !isTemporaryOf(journal.head.run, values?.name);
  const before = new Set(lists.flatMap(({ rows }) => rows.filter(isOfBefore).map(({ id }) => id)));
  const created = madeIn(restoration).filter(({ entry }) => entry.collection === collection);
  const named = new Set(created.map(({ id }) => id));
  const mark = markerOf(journal.head.run);
  client.forgetReads();
  const made: MadeObject[] = [];
  const rows = await rowsOf(apiOf(restoration, known), collection, own);
  noteGone(restoration, known, rows);
  for (const row of rows) {
    const id = idOf(row);
    if (id === undefined && collection !== 'bundles') {
      if (!isTemporaryOf(journal.head.run, row.context)) continue;
      const path = /^[\w-]+$/.test(String(row.id)) ? `${collection}/${row.id}` : collection;
      const url = restoration.urlOf(version, path);
      outcome.leftBehind.push({ kind: 'check', url, why: 'checks cannot be deleted' });
      continue;
    }
    if (id === undefined) {
      if (!String(row.name).startsWith(mark)) continue;
      const why = `${valueText(row.name, client.redaction)} of this run has an id that cannot be used, so it could not be deleted`;
      outcome.notRestored.push({ url: restoration.urlOf(version, collection), field: '*', why });
      continue;
    }
    const was = known.rows.find((each) => each.id === id);
    if (named.has(id)) restoration.listed.add(`${collection}/${id}`);
    if (was !== undefined && !named.has(id)) await restoreKnown(restoration, known, was, row);
    const isMarked = isTemporaryOf(journal.head.run, row.name ?? row.context);
    if (before.has(id) || named.has(id)) continue;
    const entry =
      entries.find(({ kind, values }) => couldBe(row, kind, values)) ??
      (isMarked ? entries[0] : undefined);
    if (entry !== undefined) made.push({ entry, id });
    else if (entries[0]?.kind === 'bundle' && !isOfAnotherRun(row.name, mark)) {
      const url = restoration.urlOf(version, `bundles/${id}`);
      const why = 'it is new, but no response reported its creation';
      outcome.leftBehind.push({ kind: 'bundle', url, why });
    }
  }
  return made;
}

/** Notes the bundles that a role had before and has no more: a write may have removed them, or their owner. */
function noteGone(
  { outcome, urlOf }: Restoration,
  { collection, version, role, rows: known }: JournalEntry<'known'>,
  rows: readonly JsonObject[],
): void {
  const present = new Set(rows.map(idOf));
  // Other runs remove what is theirs.
  const gone = known
    .filter(({ id, values }) => !present.has(id) && !isTemporary(values?.name))
    .map(({ id }) => id);
  if (collection !== 'bundles' || gone.length === 0) return;
  const which = gone.map((id) => urlOf(version, `bundles/${id}`)).join(' ');
  const sentence = `bundles of the role ${role} that are gone meanwhile, or belong to another user: ${which}`;
  outcome.gone = [...(outcome.gone ?? []), sentence];
}

/** A write may have changed another bundle of its role than that to which it was sent. */
async function restoreKnown(
  restoration: Restoration,
  { version, role }: JournalEntry<'known'>,
  { id, values = {} }: KnownRow,
  row: JsonObject,
): Promise<void> {
  const { journal, permitted, decided } = restoration;
  const object = `bundles/${id}`;
  if (decided.keep.includes(object)) return;
  const present = valuesOf(object, row);
  const changed = Object.keys(values).filter(
    (field) => !sameValue(inOrder(values[field]), inOrder(present[field])),
  );
  const original = { entry: 'original', object, version, role, values } as const;
  const isOwn =
    decided.overwrite.includes(object) ||
    String(present.name).startsWith(markerOf(journal.head.run));
  if (changed.length > 0 && isOwn) {
    permitted.allow(object);
    return putBack(restoration, original, changed, present);
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
  const role = makerOf({ entry, id });
  const report = (why: string) => void outcome.notRestored.push({ url, field: '*', why });
  client.forgetReads();
  const found = await apiOf(restoration, { version, role }).get(`bundles/${id}/`);
  if (found.status === 404) {
    if (restoration.listed.has(`${collection}/${id}`)) {
      return report('bundles/ lists it, but its URL returns 404, so it could not be deleted');
    }
    restoration.absent.push({ entry, id });
    const why = await whyHidden(restoration, { entry, id });
    return why === undefined ? undefined : report(why);
  }
  if (found.status !== 200 || !isObject(found.json)) {
    return report(
      `${named(found)} returned ${found.status} as ${role}: it could not be identified, so it was not deleted`,
    );
  }
  const why = whyNotOurs(restoration, { entry, id }, found.json);
  if (why !== undefined) return report(`${why}; not changed`);
  permitted.allow(`bundles/${id}`);
  const left = await removeBundle(client, { id, version, role }, lookMs);
  const hidden = left === undefined ? await whyHidden(restoration, { entry, id }) : undefined;
  if (hidden !== undefined) return report(hidden);
  if (left === undefined) {
    outcome.restored += 1;
    outcome.removed = [...(outcome.removed ?? []), url];
  } else if (NOT_OFFERED.includes(left.answer.status) && left.isPublic === false) {
    outcome.leftBehind.push({ kind, url, why: left.why });
  } else {
    report(`it could not be deleted: ${left.why}`);
  }
}

/**
 * Why a bundle that returns 404 may not be gone: a private bundle does so to everybody but its owner, also to a role that
 * lost its rights meanwhile. Undefined if it is gone.
 */
async function whyHidden(restoration: Restoration, made: MadeObject): Promise<string | undefined> {
  const { journal } = restoration;
  const role = makerOf(made);
  const own = entriesOf(journal, 'target')[0]?.users[role];
  const { owner } = entriesOf(journal, 'created').find(({ n }) => n === made.entry.n) ?? {};
  if (owner !== undefined && owner !== own) {
    return `it returns 404 to the role ${role}, but it was made for user ${owner}, who may still have it`;
  }
  if (owner === undefined && made.entry.role === 'anonymous') {
    return `it returns 404 to the role ${role}, but was made without credentials, and nothing shows for whom`;
  }
  if ((await readUser(restoration, role)) !== undefined) return undefined;
  return `it returns 404, but the role ${role} cannot read its own user either`;
}

/** The role that a bundle belongs to; a POST without credentials may have made one of `user`. */
export function makerOf({ entry }: MadeObject): Role {
  return entry.role === 'anonymous' ? 'user' : entry.role;
}

/**
 * Why a bundle that a response to a POST named may not be the run's: its name is none that the journal has for it,
 * or it belongs to another account. An id may be used again, and a response may name any object.
 */
function whyNotOurs(
  restoration: Restoration,
  made: MadeObject,
  { name, owner, public: isPublic }: JsonObject,
): string | undefined {
  const { journal, client } = restoration;
  const { entry, id } = made;
  const object = `bundles/${id}`;
  const wasThere = entriesOf(journal, 'known').some(
    ({ collection, rows }) =>
      collection === 'bundles' &&
      rows.some((row) => row.id === id && !isTemporaryOf(journal.head.run, row.values?.name)),
  );
  if (wasThere) return 'the response to a POST named it, but it was there before';
  const given = [
    ...entriesOf(journal, 'write').filter((each) => each.object === object),
    ...entriesOf(journal, 'shown').filter((each) => each.object === object),
  ].map(({ values }) => values.name);
  const announced = [entry.values.name, ...given].filter((each) => each !== undefined);
  const isNamed =
    announced.some((each) => mayBeShownAs(each, name)) ||
    isTemporaryOf(journal.head.run, name) ||
    // A bundle whose name the instance does not show has no other sign.
    (name === undefined && isPublic === false);
  if (!isNamed) {
    return `the response to a POST named it, but ${valueText(name, client.redaction)} is no name that this run gave`;
  }
  const own = entriesOf(journal, 'target')[0]?.users[makerOf(made)];
  if (own === undefined) return 'the account that made it is not known';
  if (owner !== undefined) {
    return idOf(owner) === own ? undefined : 'it belongs to another user';
  }
  return isPublic === false ? undefined : 'it does not show its owner';
}
