import { existsSync } from 'node:fs';
import { Client } from '../client/client.js';
import { Journal, JournalUnwritable } from '../journal.js';
import type { Redaction } from '../redaction.js';
import type { RunSettings, TargetSettings, WriteSettings } from '../settings.js';
import type { Situation } from '../situation.js';
import { readJournal, removeJournal, takeOver } from '../stored-journal.js';
import { targetOnly, urlOf } from '../target.js';
import { Write } from '../write.js';
import type { ReportedWrites, Restored } from './outcome.js';
import type { Decided } from './restoration.js';
import { restore } from './restore.js';
import type { WriteSession } from './session.js';

/**
 * Begins to write: creates the journal, and forgets what was read before. Throws a JournalUnwritable if the
 * journal cannot be created. To be called once in a run, after all reads.
 */
export function beginWriting({ client, instance, roles }: Situation, settings: RunSettings): Write {
  const { writes, project, otherProject, hazardous } = settings;
  if (writes === undefined) throw new Error('this run may not write');
  const journal = begun(writes, settings);
  client.forgetReads();
  const config = { ...writes, project, otherProject, hazardous };
  return new Write(client, instance, roles, config, journal);
}

function begun({ journal, run }: WriteSettings, settings: RunSettings): Journal {
  try {
    const startedAt = new Date().toISOString();
    return Journal.begin(journal, { run, ...targetOnly(settings), startedAt });
  } catch (error) {
    throw new JournalUnwritable('created', error);
  }
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
  const { path, contents } = session.journal;
  const restored = await restore(contents, client, waits);
  clearTimeout(timer);
  const kept = restored.notRestored.length === 0 ? removeJournal(path, config.run) : undefined;
  const said = kept === undefined ? notes : [...notes, kept];
  return reportedWrites({ ...config, journal: path }, restored, said, client.redaction);
}

/**
 * Restores what the run of a journal changed, with a client of its own, and removes the journal if that was
 * everything. `decided` is what becomes of objects that other clients have changed. Returns the outcome, and what masks secrets in it. Throws a NoJournal for another file.
 */
export async function restoreJournal(
  path: string,
  settings: TargetSettings,
  decided?: Decided,
): Promise<{ restored: Restored; redaction: Redaction }> {
  const client = new Client(settings);
  takeOver(path);
  try {
    return {
      restored: await restoreFrom(path, client, decided),
      redaction: client.redaction,
    };
  } finally {
    await client.close();
  }
}

const UNDECIDED: Decided = { overwrite: [], keep: [] };

/** Names what a damaged journal does not tell, and a run that has written meanwhile: the journal is kept then. */
async function restoreFrom(path: string, client: Client, decided?: Decided): Promise<Restored> {
  const journal = readJournal(path);
  const restored = await restore(journal, client, undefined, decided ?? UNDECIDED);
  const report = (why: string) =>
    restored.notRestored.push({ url: urlOf(journal.head), field: '*', why });
  for (const line of journal.damaged) {
    report(`line ${line} of the journal is damaged: what it held is not restored`);
  }
  if (existsSync(path) && readJournal(path).entries.length > journal.entries.length) {
    report('the run of this journal has written meanwhile: end it, and restore again');
  }
  if (restored.notRestored.length > 0) return restored;
  const left = removeJournal(path, journal.head.run);
  return left === undefined ? restored : { ...restored, gone: [...(restored.gone ?? []), left] };
}

/** What a report says of writes with these settings and this outcome. */
export function reportedWrites(
  { hazardous = false, journal }: WriteSettings & Pick<RunSettings, 'hazardous'>,
  { gone = [], isNobody: _, ...restored }: Restored,
  notes: readonly string[],
  redaction: Redaction,
): ReportedWrites {
  const left = restored.notRestored.length === 0 ? undefined : journal;
  const said = [...notes, ...gone].map((note) => redaction.text(note));
  const noted = said.length === 0 ? {} : { notes: said };
  return { allowed: true, hazardous, ...restored, journal: left, ...noted };
}
