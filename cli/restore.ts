import { existsSync } from 'node:fs';
import { entriesOf, type JournalContents } from '../harness/journal-entry.js';
import { EXIT } from '../harness/outcome.js';
import { shellWord } from '../harness/shell.js';
import { readJournal } from '../harness/stored-journal.js';
import { type Target, urlOf } from '../harness/target.js';
import { clearMarks } from '../harness/writing/left-marks.js';
import type { Restored } from '../harness/writing/outcome.js';
import { restoreJournal } from '../harness/writing/phase.js';
import type { Decided } from '../harness/writing/restoration.js';
import { printable } from '../reporters/printable.js';
import { restorationLines } from '../reporters/view/writes.js';
import { watchForInterruption } from './interruption.js';
import { OPTIONS, type Values } from './options.js';
import { Refusal, refusing } from './refusal.js';
import { targetSettings } from './target-settings.js';
import type { Terminal } from './terminal.js';

/** Values are put back in the order of the journal. */
const ONE_AT_A_TIME = 1;

/**
 * `conformance restore [JOURNAL]`: restores data changed by a killed run or, without its journal, removes
 * its marker and names what it left. Returns the exit status: 3 if something was not restored; the journal
 * is then kept. Rejects with a Refusal for an invalid journal, or one of another instance than `--base-url`.
 */
export async function restoreCommand(
  path: string,
  values: Values<'restore'>,
  terminal: Terminal,
): Promise<number> {
  const { overwrite = [], keep = [] } = values;
  const decided = { overwrite, keep };
  if (path !== '') {
    const journal = read(path);
    refuseOtherInstance(path, journal.head, values);
    refuseOtherObjects(path, journal, decided);
  } else if ([...overwrite, ...keep].length > 0) {
    throw new Refusal('--overwrite and --keep need the journal, which has the old values');
  } else if (values.baseUrl === undefined) {
    throw new Refusal(
      'restore needs the journal of a run, whose file name the run printed, or only --base-url',
    );
  }
  const settings = targetSettings({ ...values, concurrency: ONE_AT_A_TIME }, terminal);
  const interruption = watchForInterruption();
  interruption.signal.addEventListener('abort', () =>
    terminal.note('finishing the restore; the same signal again aborts it'),
  );
  try {
    const { restored, redaction } =
      path === ''
        ? await clearMarks(settings, values)
        : await restoreJournal(path, settings, decided);
    const whole = restored.notRestored.length === 0;
    await terminal.print(`${redaction.text(said(path, restored, whole))}\n`);
    if (restored.isNobody) return EXIT.refused;
    return whole ? EXIT.conformant : EXIT.incomplete;
  } finally {
    interruption.ignore();
  }
}

function said(path: string, restored: Restored, whole: boolean): string {
  const lines = restorationLines(restored).map(printable);
  if (path === '') return lines.join('\n');
  return [
    ...lines,
    whole && !existsSync(path) ? 'journal removed' : `journal kept: ${shellWord(path)}`,
  ].join('\n');
}

function read(path: string): JournalContents {
  if (!existsSync(path)) {
    throw new Refusal(
      `no journal at ${path}: either the run was killed before its first write, and nothing is to be restored, or the path is another`,
    );
  }
  return refusing(
    Error,
    () => readJournal(path),
    (cause) => `cannot restore from ${path}: ${cause}; expected the journal of a run`,
  );
}

/** Throws a Refusal for an object that the journal does not have, and for one that is both overwritten and kept. */
function refuseOtherObjects(
  path: string,
  journal: JournalContents,
  { overwrite, keep }: Decided,
): void {
  const known = [
    ...entriesOf(journal, 'original').map(({ object }) => object),
    ...entriesOf(journal, 'known')
      .filter(({ collection }) => collection === 'bundles')
      .flatMap(({ rows }) => rows.map(({ id }) => `bundles/${id}`)),
  ];
  const unknown = [...overwrite, ...keep].find((object) => !known.includes(object));
  if (unknown !== undefined) {
    throw new Refusal(
      `${path} has no object ${unknown}; expected one as the report names it, such as users/3`,
    );
  }
  const both = keep.find((object) => overwrite.includes(object));
  if (both !== undefined) throw new Refusal(`${both} can be overwritten or kept, not both`);
}

/**
 * Throws a Refusal unless the user names the instance of a journal: credentials are sent only to an instance
 * that the user names, not to one named by a file.
 */
function refuseOtherInstance(path: string, head: Target, { baseUrl }: Values<'restore'>): void {
  const own = urlOf(head);
  if (baseUrl?.address === own) return;
  const given = baseUrl === undefined ? 'no --base-url is set' : `--base-url is ${baseUrl.address}`;
  throw new Refusal(
    `${path} is the journal of ${own}, but ${given}; expected --base-url ${own} (or ${OPTIONS.baseUrl.environment}), so that credentials are not sent elsewhere`,
  );
}
