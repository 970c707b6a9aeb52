import { existsSync } from 'node:fs';
import { Client } from '../client/client.js';
import { Journal, JournalUnwritable, readJournal, removeJournal } from '../journal.js';
import type { Redaction } from '../redaction.js';
import type { RunSettings, TargetSettings, WriteSettings, WriteWaits } from '../settings.js';
import type { Situation } from '../situation.js';
import { targetOnly, urlOf } from '../target.js';
import { Write } from '../write.js';
import type { ReportedWrites, Restored } from './outcome.js';
import { restore } from './restore.js';
import type { WriteSession } from './session.js';

/**
 * Begins to write: creates the journal, and forgets what was read before. Throws a JournalUnwritable if the
 * journal cannot be created. To be called once in a run, after all reads.
 */
export function beginWriting({ client, instance, roles }: Situation, settings: RunSettings): Write {
  const { writes, project, hazardous } = settings;
  if (writes === undefined) throw new Error('this run may not write');
  try {
    Journal.begin(writes.journal, {
      run: writes.run,
      ...targetOnly(settings),
      startedAt: new Date().toISOString(),
    });
  } catch (error) {
    throw new JournalUnwritable('created', error);
  }
  client.forgetReads();
  const config = { ...writes, project, hazardous };
  return new Write(client, instance, roles, config);
}

/** The longest time that a timer can wait. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Ends a session, and restores everything, however its checks ended, with the client of the run; not
 * longer than its `restoring` beyond `endsAt`, in milliseconds of `performance.now()`.
 */
export async function restoreAfter(
  session: WriteSession,
  client: Client,
  endsAt = Number.POSITIVE_INFINITY,
): Promise<ReportedWrites> {
  session.close();
  const { config, waits, notes } = session;
  const left = Math.max(0, endsAt - performance.now()) + waits.restoring;
  const why = `restoring ended ${waits.restoring / 1000} s after --max-duration`;
  const timer = Number.isFinite(left)
    ? setTimeout(() => client.stop(why), Math.min(left, LONGEST_TIMER_MS))
    : undefined;
  const restored = await restoreFrom(config.journal, client, waits);
  clearTimeout(timer);
  const reported = reportedWrites(config, restored);
  if (notes.length === 0) return reported;
  return { ...reported, notes: notes.map((note) => client.redaction.text(note)) };
}

/**
 * Restores what the run of a journal changed, with a client of its own, and removes the journal if that was
 * everything. Returns the outcome, and what masks secrets in it. Throws a NoJournal for another file.
 */
export async function restoreJournal(
  path: string,
  settings: TargetSettings,
): Promise<{ restored: Restored; redaction: Redaction }> {
  const client = new Client(settings);
  try {
    return { restored: await restoreFrom(path, client), redaction: client.redaction };
  } finally {
    await client.close();
  }
}

async function restoreFrom(path: string, client: Client, waits?: WriteWaits): Promise<Restored> {
  const journal = readJournal(path);
  const restored = await restore(journal, client, waits);
  if (existsSync(path) && readJournal(path).entries.length > journal.entries.length) {
    const why = 'the run of this journal has written meanwhile: end it, and restore again';
    restored.notRestored.push({ url: urlOf(journal.head), field: '*', why });
  }
  if (restored.notRestored.length === 0) removeJournal(path);
  return restored;
}

/** What a report says of writes with these settings and this outcome. */
export function reportedWrites(
  { hazardous = false, journal }: WriteSettings & Pick<RunSettings, 'hazardous'>,
  restored: Restored,
): ReportedWrites {
  const left = restored.notRestored.length === 0 ? undefined : journal;
  return { allowed: true, hazardous, ...restored, journal: left };
}
