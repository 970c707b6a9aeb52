import { randomBytes } from 'node:crypto';
import type { Client } from '../client/client.js';
import { Journal, readJournal, removeJournal } from '../journal.js';
import type { RunSettings, WriteSettings } from '../settings.js';
import type { ReportedWrites } from './outcome.js';
import { restore } from './restore.js';
import type { WriteConfig } from './session.js';

/** The journal cannot be created, so nothing may be written. The message is one line. */
export class JournalUnwritable extends Error {
  override readonly name = 'JournalUnwritable';
}

/**
 * Runs the write phase and restores everything afterwards, however it ended. The journal is removed
 * if everything was restored. Throws the exceptions of the phase, after restoring, and a
 * JournalUnwritable before it.
 */
export async function withRestoring<T>(
  settings: RunSettings,
  writes: WriteSettings,
  client: Client,
  phase: (config: WriteConfig) => Promise<T>,
): Promise<{ result: T; reported: ReportedWrites }> {
  const { runs, hazardous, journal } = writes;
  const { baseUrl, seed, project } = settings;
  const run = randomBytes(4).toString('hex');
  try {
    Journal.begin(journal, { run, baseUrl, startedAt: new Date().toISOString() });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new JournalUnwritable(`the journal cannot be created (${why})`);
  }
  let result: T;
  let reported: ReportedWrites;
  try {
    result = await phase({ ...writes, run, seed, ...(project === undefined ? {} : { project }) });
  } finally {
    const restored = await restore(readJournal(journal), client, { duringRun: true });
    const whole = restored.notRestored.length === 0;
    if (whole) removeJournal(journal);
    reported = { allowed: true, runs, hazardous, ...restored, ...(whole ? {} : { journal }) };
  }
  return { result, reported };
}
