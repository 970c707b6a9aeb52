import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client/client.js';
import { ForbiddenWrite, PermittedWrites } from '../client/permitted-writes.js';
import { Stopped } from '../client/stopped.js';
import { ForeignOrigin, TransportError } from '../client/transport-error.js';
import { entriesOf, type JournalContents } from '../journal-entry.js';
import { WRITE_WAITS, type WriteWaits } from '../settings.js';
import { objectUrl, urlOf } from '../target.js';
import { Inconclusive } from '../violation.js';
import type { Restored } from './outcome.js';
import { Unreadable } from './own-rows.js';
import { listEvents } from './restore-events.js';
import { isMarker, type MadeObject, madeIn, surveyCollection, undoMade } from './restore-made.js';
import {
  lookFirst,
  lookLast,
  type Restoration,
  restoreObject,
  valuesOfRun,
} from './restore-object.js';
import { permitTargets } from './targets.js';

/** Stands for all fields of an object. */
const WHOLE = ['*'];

/**
 * Restores what the run of a journal changed, and removes what it created, from the journal alone.
 * What was sent is looked at right then and, for all objects together, once more a few seconds later.
 * The markers, which keep other runs from writing, are removed last. Can be repeated. Never throws
 * because of responses or of the content of the journal.
 */
export async function restore(
  journal: JournalContents,
  client: Client,
  { look: lookMs }: Pick<WriteWaits, 'look'> = WRITE_WAITS,
): Promise<Restored> {
  const permitted = new PermittedWrites();
  client.permit(permitted);
  client.persist();
  const outcome: Restored = { restored: 0, notRestored: [], leftBehind: [] };
  const restoration: Restoration = {
    client,
    permitted,
    journal,
    outcome,
    lookMs,
    urlOf: (version, object) => objectUrl(journal.head, version, object),
    put: [],
    listed: new Set(),
  };
  const instance = urlOf(journal.head);
  for (const entry of entriesOf(journal, 'target')) {
    await attempt(restoration, instance, WHOLE, async () => permitTargets(permitted, entry));
  }
  for (const entry of entriesOf(journal, 'original')) {
    const url = restoration.urlOf(entry.version, entry.object);
    const { written } = valuesOfRun(restoration, entry);
    const fields = written.length > 0 ? written : WHOLE;
    await attempt(restoration, url, fields, () => restoreObject(restoration, entry));
  }
  const made = madeIn(restoration);
  const known = new Map(
    entriesOf(journal, 'known').map((each) => [`${each.collection} ${each.role}`, each]),
  );
  for (const entry of known.values()) {
    const url = restoration.urlOf(entry.version, entry.collection);
    await attempt(restoration, url, WHOLE, async () => {
      made.push(...(await surveyCollection(restoration, entry)));
    });
  }
  await undo(
    restoration,
    made.filter((each) => !isMarker(each)),
  );
  await attempt(restoration, instance, ['events'], () => listEvents(restoration));
  for (const { version, object, shown } of entriesOf(journal, 'stray')) {
    const url = restoration.urlOf(version, shown);
    const why = `a write to ${object} returned another object, which may have been changed`;
    if (!outcome.notRestored.some((each) => each.url === url)) {
      outcome.notRestored.push({ url, field: '*', why });
    }
  }
  await attempt(restoration, instance, WHOLE, () => lookFirst(restoration));
  if (restoration.put.length > 0 && !client.isStopped) await sleep(lookMs);
  for (const each of restoration.put) {
    const { version, object } = each.original;
    const url = restoration.urlOf(version, object);
    await attempt(restoration, url, each.fields, () => lookLast(restoration, each));
  }
  await undo(restoration, made.filter(isMarker));
  return outcome;
}

async function undo(restoration: Restoration, made: readonly MadeObject[]): Promise<void> {
  for (const each of made) {
    const { version, collection } = each.entry;
    const url = restoration.urlOf(version, `${collection}/${each.id}`);
    await attempt(restoration, url, WHOLE, () => undoMade(restoration, each));
  }
}

async function attempt(
  { outcome }: Restoration,
  url: string,
  fields: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isEnded = error instanceof Stopped;
    const foreseen =
      isEnded ||
      error instanceof TransportError ||
      error instanceof Inconclusive ||
      error instanceof ForeignOrigin ||
      // An edited journal may demand writes that no run may send.
      error instanceof ForbiddenWrite ||
      error instanceof Unreadable;
    if (!foreseen) throw error;
    const why = isEnded ? error.why : error.message;
    for (const field of fields) outcome.notRestored.push({ url, field, why });
  }
}
