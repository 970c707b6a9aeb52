import type { StoredProfile } from '../analysis/client-profile/answer-profile.js';
import { behind } from '../analysis/client-profile/broken-clients.js';
import { readProfile } from '../analysis/client-profile/read.js';
import { BadYaml } from '../analysis/yaml-file.js';
import { didYouMean } from '../harness/nearest.js';
import type { Group } from '../harness/requirement.js';
import { readGiven, refusing } from './refusal.js';
import { shippedFiles } from './shipped-files.js';

/** The names of the profiles that come with the package. */
export function shippedProfiles(): string[] {
  return [...shippedFiles('fixtures/clients').keys()];
}

/**
 * Reads profiles, each the name of one that comes with the package, or a YAML file; their needs are requirements of
 * `groups`. Throws a Refusal that names the first that cannot be read.
 */
export function profilesNamed(names: readonly string[], groups: readonly Group[]): StoredProfile[] {
  const ids = groups.flatMap((group) => group.requirements.map(({ id }) => id));
  const shipped = shippedFiles('fixtures/clients');
  return names.map((name) => {
    const hint = didYouMean(name, shippedProfiles(), '');
    const expected = `expected a client profile (YAML), or one of ${shippedProfiles().join(', ')}`;
    const text = readGiven(
      shipped.get(name) ?? name,
      'yaml',
      name,
      hint === '' ? expected : `${expected}; ${hint}`,
    );
    const profile = refusing(
      BadYaml,
      () => readProfile(text, ids),
      (cause) => `${name} is not a client profile: ${cause}`,
    );
    return { file: name, profile };
  });
}

/**
 * The client contracts, each with the clients that a violation breaks: those whose profiles need it. A contract that
 * no profile needs names them itself.
 */
export function withClients(contracts: readonly Group[], groups: readonly Group[]): Group[] {
  let clients: { name: string; needs: ReadonlySet<string> }[] | undefined;
  const breaks = (contract: string) => {
    clients ??= profilesNamed(shippedProfiles(), [...groups, ...contracts]).map(
      ({ profile: { name, needs } }) => ({ name, needs: new Set(needs.flatMap(behind)) }),
    );
    return clients.filter(({ needs }) => needs.has(contract)).map(({ name }) => name);
  };
  return contracts.map((group) => ({
    ...group,
    requirements: group.requirements.map((each) => ({
      ...each,
      // Read on demand: most commands show no clients, and to read the profiles takes a while.
      get breaks() {
        return each.breaks ?? breaks(each.id);
      },
    })),
  }));
}
