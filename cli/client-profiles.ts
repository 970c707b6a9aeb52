import type { StoredProfile } from '../analysis/client-profile/answer-profile.js';
import { readProfile } from '../analysis/client-profile/read.js';
import { BadYaml } from '../analysis/yaml-file.js';
import { nearest } from '../harness/nearest.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { CLIENT_CONTRACTS, GROUPS } from './catalogue.js';
import { causeOf, Refusal } from './refusal.js';
import { shippedFiles } from './shipped-files.js';

/** The names of the profiles that come with the package. */
export function shippedProfiles(): string[] {
  return [...shippedFiles('fixtures/clients').keys()];
}

/**
 * Reads profiles, each the name of one that comes with the package, or a YAML file. Throws a Refusal that
 * names the first that cannot be read.
 */
export function readProfiles(names: readonly string[]): StoredProfile[] {
  const ids = [...GROUPS, ...CLIENT_CONTRACTS.groups].flatMap((group) =>
    group.requirements.map(({ id }) => id),
  );
  const shipped = shippedFiles('fixtures/clients');
  return names.map((name) => ({
    file: name,
    profile: profileIn(shipped.get(name) ?? name, name, ids),
  }));
}

function profileIn(file: string, name: string, ids: readonly string[]): StoredProfile['profile'] {
  try {
    return readProfile(textOf(file, name), ids);
  } catch (error) {
    if (!(error instanceof BadYaml)) throw error;
    throw new Refusal(`${name} is not a client profile: ${error.message}`);
  }
}

function textOf(file: string, name: string): string {
  try {
    return readTextFile(file, LONGEST_FILE.yaml);
  } catch (error) {
    const near = nearest(name, shippedProfiles());
    const hint = near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '';
    throw new Refusal(
      `${name} cannot be read: ${causeOf(error)}; expected a client profile (YAML), or one of ${shippedProfiles().join(', ')}${hint}`,
    );
  }
}
