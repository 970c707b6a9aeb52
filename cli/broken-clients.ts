import { behind } from '../analysis/client-profile/broken-clients.js';
import { readProfile } from '../analysis/client-profile/read.js';
import type { Group } from '../harness/requirement.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { shippedFiles } from './shipped-files.js';

/**
 * The client contracts, each with the clients that a violation breaks: those whose profiles need it. A contract that
 * no profile needs names them itself.
 */
export function withClients(contracts: readonly Group[], groups: readonly Group[]): Group[] {
  let clients: Client[] | undefined;
  const breaks = (contract: string) => {
    clients ??= shippedClients([...groups, ...contracts]);
    return clients.filter(({ needs }) => needs.has(contract)).map(({ name }) => name);
  };
  return contracts.map((group) => ({
    ...group,
    requirements: group.requirements.map((each) => ({
      ...each,
      // Read on demand: most commands show no clients, and to read twelve profiles takes a while.
      get breaks() {
        return each.breaks ?? breaks(each.id);
      },
    })),
  }));
}

/** A client, and the requirements that it needs. */
interface Client {
  name: string;
  needs: ReadonlySet<string>;
}

function shippedClients(groups: readonly Group[]): Client[] {
  const ids = groups.flatMap((group) => group.requirements.map(({ id }) => id));
  return [...shippedFiles('fixtures/clients').values()].map((file) => {
    const { name, needs } = readProfile(readTextFile(file, LONGEST_FILE.yaml), ids);
    return { name, needs: new Set(needs.flatMap(behind)) };
  });
}
