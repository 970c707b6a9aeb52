import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A journal's place where the user names none: the temporary folder, under a name of its own. */
export function usualJournal(): string {
  const name = `patchwork-conformance-${randomBytes(8).toString('hex')}.journal.jsonl`;
  return join(tmpdir(), name);
}
