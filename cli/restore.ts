import { Client } from '../harness/client/client.js';
import { NoJournal, readJournal, removeJournal } from '../harness/journal.js';
import type { JournalContents } from '../harness/journal-entry.js';
import { lockInstance } from '../harness/lock.js';
import { shellWord } from '../harness/shell.js';
import type { Restored } from '../harness/writing/outcome.js';
import { restore } from '../harness/writing/restore.js';
import { printable } from '../reporters/printable.js';
import { restorationLines } from '../reporters/view/writes.js';
import { EXIT } from './exit-status.js';
import { watchForInterruption } from './interruption.js';
import { OPTIONS, type Values } from './options.js';
import { note, print } from './output.js';
import { proxySettings } from './proxy-settings.js';
import { causeOf, Refusal } from './refusal.js';
import { credentialsOf, readCertificates } from './run-settings.js';

/**
 * `conformance restore JOURNAL`: puts back what a run has left that was killed, from its journal and
 * the credentials of the environment. Returns the exit status: 3 if something is not as it was, and
 * the journal is kept then. Rejects with a Refusal for what is no journal or belongs to another
 * instance than `--base-url` names, and with a CannotExamine while another run writes there.
 */
export async function restoreCommand(path: string, values: Values<'restore'>): Promise<number> {
  const journal = read(path);
  const { baseUrl } = journal.head;
  // Credentials go to the instance that the user names, whatever a file says.
  const named = values.baseUrl?.address;
  if (named !== baseUrl) {
    const given = named === undefined ? 'no --base-url is given' : `--base-url is ${named}`;
    throw new Refusal(
      `${path} says that it belongs to ${baseUrl}, and ${given}; expected --base-url ${baseUrl} (or ${OPTIONS.baseUrl.environment}), so that credentials go nowhere else`,
    );
  }
  const lock = lockInstance(baseUrl, path);
  const client = new Client({
    baseUrl,
    credentials: credentialsOf(values),
    headers: values.header ?? [],
    ...(values.ca === undefined ? {} : { ca: readCertificates(values.ca) }),
    ...proxySettings(process.env),
    concurrency: 1,
    rps: values.rps,
    timeoutMs: values.timeout,
    maxBytes: values.maxBytes,
    showEmails: false,
  });
  const interruption = watchForInterruption();
  interruption.signal.addEventListener('abort', () =>
    note('what is begun is put back to its end; the same signal again would end that'),
  );
  try {
    const restored = await restore(journal, client);
    const whole = restored.notRestored.length === 0;
    if (whole) removeJournal(path);
    await print(`${client.redaction.text(said(path, restored, whole))}\n`);
    return whole ? EXIT.conformant : EXIT.incomplete;
  } finally {
    await client.close();
    lock.release();
    interruption.ignore();
  }
}

function said(path: string, restored: Restored, whole: boolean): string {
  const kept = whole ? 'the journal is removed' : `the journal is kept: ${shellWord(path)}`;
  return [...restorationLines(restored).map(printable), kept].join('\n');
}

function read(path: string): JournalContents {
  try {
    return readJournal(path);
  } catch (error) {
    const cause = error instanceof NoJournal ? error.message : causeOf(error);
    throw new Refusal(`${path} cannot be restored from: ${cause}; expected the journal of a run`);
  }
}
