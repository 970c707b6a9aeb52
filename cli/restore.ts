import { NoJournal, readJournal } from '../harness/journal.js';
import type { JournalContents } from '../harness/journal-entry.js';
import { shellWord } from '../harness/shell.js';
import type { Restored } from '../harness/writing/outcome.js';
import { restoreJournal } from '../harness/writing/phase.js';
import { printable } from '../reporters/printable.js';
import { restorationLines } from '../reporters/view/writes.js';
import { EXIT } from './exit-status.js';
import { watchForInterruption } from './interruption.js';
import type { Values } from './options.js';
import { causeOf, Refusal } from './refusal.js';
import { refuseOtherInstance, settleAddress, targetSettings } from './target-settings.js';
import type { Terminal } from './terminal.js';

/** Values are put back in the order of the journal. */
const ONE_AT_A_TIME = 1;

/**
 * `conformance restore JOURNAL`: restores data changed by a killed run. Returns the exit status: 3 if
 * something could not be restored; the journal is then kept. Rejects with a Refusal for an invalid
 * journal or one of another instance than `--base-url`.
 */
export async function restoreCommand(
  path: string,
  values: Values<'restore'>,
  terminal: Terminal,
): Promise<number> {
  const journal = read(path);
  refuseOtherInstance(path, journal.head, values);
  const settings = targetSettings({ ...values, concurrency: ONE_AT_A_TIME }, terminal);
  await settleAddress(values, settings, (line) => terminal.note(line));
  const interruption = watchForInterruption();
  interruption.signal.addEventListener('abort', () =>
    terminal.note('finishing the restore; the same signal again aborts it'),
  );
  try {
    const { restored, redaction } = await restoreJournal(path, settings);
    const whole = restored.notRestored.length === 0;
    await terminal.print(`${redaction.text(said(path, restored, whole))}\n`);
    return whole ? EXIT.conformant : EXIT.incomplete;
  } finally {
    interruption.ignore();
  }
}

function said(path: string, restored: Restored, whole: boolean): string {
  const kept = whole ? 'journal removed' : `journal kept: ${shellWord(path)}`;
  return [...restorationLines(restored).map(printable), kept].join('\n');
}

function read(path: string): JournalContents {
  try {
    return readJournal(path);
  } catch (error) {
    const cause = error instanceof NoJournal ? error.message : causeOf(error);
    throw new Refusal(`cannot restore from ${path}: ${cause}; expected the journal of a run`);
  }
}
