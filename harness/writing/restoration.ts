import { Api } from '../api.js';
import type { Client } from '../client/client.js';
import type { PermittedWrites } from '../client/permitted-writes.js';
import type { CreatingEntry, JournalContents, OriginalEntry } from '../journal-entry.js';
import type { Restored } from './outcome.js';

/** A restoration under way. */
export interface Restoration {
  client: Client;
  permitted: PermittedWrites;
  journal: JournalContents;
  outcome: Restored;
}

/** Sends the journal's roles to work: reads and writes of one version, noted as evidence of nothing. */
export function apiOf(
  { client }: Restoration,
  { version, role }: Pick<OriginalEntry | CreatingEntry, 'version' | 'role'>,
): Api {
  return new Api(version, role, client, new Set(), role);
}
