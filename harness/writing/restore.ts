import type { Client } from '../client/client.js';
import { ForbiddenWrite, PermittedWrites } from '../client/permitted-writes.js';
import { ForeignOrigin, TransportError } from '../client/transport-error.js';
import type { JournalContents } from '../journal-entry.js';
import { objectUrl, urlOf } from '../target.js';
import { Inconclusive } from '../violation.js';
import type { Restored } from './outcome.js';
import { Unreadable } from './own-rows.js';
import { listCheckEvents, listCommentEvents, listPatchEvents } from './restore-events.js';
import { listUnexplained, undoMade } from './restore-made.js';
import { type Restoration, restoreObject, verifyRestored } from './restore-object.js';
import { permitTargets } from './targets.js';

/**
 * Restores what the run of a journal changed, and removes what it created, from the journal alone.
 * An object that another client changed since is reported and not changed; `duringRun` includes
 * those of which the run noticed it. At the end all objects are read once more. Can be repeated.
 * Never throws because of responses or of the content of the journal.
 */
export async function restore(
  journal: JournalContents,
  client: Client,
  { duringRun = false } = {},
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
    urlOf: (version, object) => objectUrl(journal.head, version, object),
    duringRun,
    done: [],
  };
  if (duringRun) noteConflicts(restoration);
  const instance = urlOf(journal.head);
  for (const entry of journal.entries) {
    if (entry.entry !== 'target') continue;
    await attempt(restoration, instance, '*', async () => permitTargets(permitted, entry));
  }
  for (const entry of journal.entries) {
    if (entry.entry === 'original') {
      const url = restoration.urlOf(entry.version, entry.object);
      await attempt(restoration, url, '*', () => restoreObject(restoration, entry));
      if (entry.object.includes('/comments/')) {
        await attempt(restoration, url, 'events', () => listCommentEvents(restoration, entry));
      } else if (entry.object.startsWith('patches/')) {
        await attempt(restoration, url, 'events', () => listPatchEvents(restoration, entry));
      }
    }
  }
  for (const entry of journal.entries) {
    if (entry.entry === 'creating') {
      const url = restoration.urlOf(entry.version, entry.collection);
      const name = `the ${entry.kind} ${JSON.stringify(entry.values.name ?? entry.values.context ?? '')}`;
      await attempt(restoration, url, name, () => undoMade(restoration, entry));
    }
  }
  for (const entry of journal.entries) {
    if (entry.entry !== 'known') continue;
    await attempt(restoration, instance, entry.collection, () =>
      listUnexplained(restoration, entry),
    );
  }
  for (const entry of journal.entries) {
    if (entry.entry !== 'stray') continue;
    const url = restoration.urlOf(entry.version, entry.shown);
    const why = `a write to ${entry.object} returned another object, which may have been changed`;
    if (!outcome.notRestored.some((each) => each.url === url)) {
      outcome.notRestored.push({ url, field: '*', why });
    }
  }
  await attempt(restoration, instance, 'events', () => listCheckEvents(restoration));
  for (const each of restoration.done) {
    const { version, object } = each.original;
    const url = restoration.urlOf(version, object);
    await attempt(restoration, url, '*', () => verifyRestored(restoration, each));
  }
  return outcome;
}

/** The objects that the run saw another client change. */
function noteConflicts({ outcome, journal, urlOf }: Restoration): void {
  const urls = journal.entries.flatMap((entry) =>
    entry.entry === 'conflict' ? [urlOf(entry.version, entry.object)] : [],
  );
  if (urls.length > 0) outcome.conflicts = urls;
}

async function attempt(
  { outcome }: Restoration,
  url: string,
  field: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const foreseen =
      error instanceof TransportError ||
      error instanceof Inconclusive ||
      error instanceof ForeignOrigin ||
      // An edited journal may demand writes that no run may send.
      error instanceof ForbiddenWrite ||
      error instanceof Unreadable;
    if (!foreseen) throw error;
    outcome.notRestored.push({ url, field, why: error.message });
  }
}
