import type { Extension } from '../../harness/extension.js';
import { clientChecks } from './checks.js';
import { clientEvents } from './events.js';
import { clientMboxes } from './mboxes.js';
import { clientPaging } from './paging.js';
import { clientPatches } from './patches.js';
import { clientWrites } from './writes.js';

/**
 * What clients rely on beyond the specification. Reported beside the verdict, never a part of it
 * (docs/verdicts.md B-44). Their profiles say which client needs what (cli/broken-clients.ts).
 */
export const CLIENT_CONTRACTS: Extension = {
  suite: 'client contracts',
  groups: [clientPatches, clientChecks, clientMboxes, clientPaging, clientEvents, clientWrites],
};
