import { Client } from '../harness/client/client.js';
import { NoJournal, readJournal, removeJournal } from '../harness/journal.js';
import type { JournalContents } from '../harness/journal-entry.js';
import { lockInstance } from '../harness/lock.js';
import type { TargetSettings } from '../harness/settings.js';
import { shellWord } from '../harness/shell.js';
import type { Restored } from '../harness/writing/outcome.js';
import { restore } from '../harness/writing/restore.js';
import { printable } from '../reporters/printable.js';
import { restorationLines } from '../reporters/view/writes.js';
import { EXIT } from './exit-status.js';
import { watchForInterruption } from './interruption.js';
import { OPTIONS, type Values } from './options.js';
import { proxySettings } from './proxy-settings.js';
import { causeOf, Refusal } from './refusal.js';
import { credentialsOf, readCertificates } from './run-settings.js';
import { settleAddress } from './settle-address.js';
import type { Terminal } from './terminal.js';

/**
 * `conformance restore JOURNAL`: restores data changed by a killed run. Returns the exit status: 3 if
 * something could not be restored; the journal is then kept. Rejects with a Refusal for an invalid
 * journal or one of another instance than `--base-url`, and with a CannotExamine while another run
 * writes to the instance.
 */
export async function restoreCommand(
  path: string,
  values: Values<'restore'>,
  terminal: Terminal,
): Promise<number> {
  const journal = read(path);
  const { baseUrl } = journal.head;
  // Credentials are sent only to the instance that the user names, not to one named by a file.
  const named = values.baseUrl?.address;
  if (named !== baseUrl) {
    const given = named === undefined ? 'no --base-url is set' : `--base-url is ${named}`;
    throw new Refusal(
      `${path} is the journal of ${baseUrl}, but ${given}; expected --base-url ${baseUrl} (or ${OPTIONS.baseUrl.environment}), so that credentials are not sent elsewhere`,
    );
  }
  const settings: TargetSettings = {
    baseUrl,
    credentials: credentialsOf(values),
    headers: values.header ?? [],
    ...(values.userAgent === undefined ? {} : { userAgent: values.userAgent }),
    ...(values.ca === undefined ? {} : { ca: readCertificates(values.ca) }),
    ...proxySettings(terminal.environment),
    concurrency: 1,
    rps: values.gentle ? 1 : values.rps,
    timeoutMs: values.timeout,
    maxBytes: values.maxBytes,
    showEmails: false,
  };
  await settleAddress(values.baseUrl, settings, (line) => terminal.note(line));
  const lock = lockInstance(baseUrl, path);
  const client = new Client(settings);
  const interruption = watchForInterruption();
  interruption.signal.addEventListener('abort', () =>
    terminal.note('finishing the restore; the same signal again aborts it'),
  );
  try {
    const restored = await restore(journal, client);
    const whole = restored.notRestored.length === 0;
    if (whole) removeJournal(path);
    await terminal.print(`${client.redaction.text(said(path, restored, whole))}\n`);
    return whole ? EXIT.conformant : EXIT.incomplete;
  } finally {
    await client.close();
    lock.release();
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
