import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StoredProfile } from '../analysis/client-profile/answer-profile.js';
import { BadProfile, readProfile } from '../analysis/client-profile/read.js';
import { nearest } from '../harness/nearest.js';
import { LONGEST_FILE, readTextFile } from '../harness/text-file.js';
import { CLIENT_CONTRACTS, GROUPS } from './catalogue.js';
import { causeOf, Refusal } from './refusal.js';

/** The folder of the profiles that come with the package; built files are one folder further down. */
const FOLDER = ['../fixtures/clients', '../../fixtures/clients']
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((folder) => existsSync(join(folder, 'README.md')));

const ENDING = '.yaml';

/** The names of the profiles that come with the package. */
export function shippedProfiles(): string[] {
  const files = FOLDER === undefined ? [] : readdirSync(FOLDER);
  return files.filter((file) => file.endsWith(ENDING)).map((file) => basename(file, ENDING));
}

/**
 * Reads profiles, each the name of one that comes with the package, or a YAML file. `requirements` are
 * the ids of a report, which may have custom requirements. Throws a Refusal that names the first that
 * cannot be read.
 */
export function readProfiles(
  names: readonly string[],
  requirements: readonly string[] = [],
): StoredProfile[] {
  const known = [...GROUPS, ...CLIENT_CONTRACTS.groups].flatMap((group) =>
    group.requirements.map(({ id }) => id),
  );
  const ids = [...new Set([...known, ...requirements])];
  const shipped = shippedProfiles();
  return names.map((name) => {
    const file = shipped.includes(name) ? join(FOLDER ?? '', name + ENDING) : name;
    return { file: shipped.includes(name) ? name : file, profile: profileIn(file, name, ids) };
  });
}

function profileIn(file: string, name: string, ids: readonly string[]): StoredProfile['profile'] {
  try {
    return readProfile(textOf(file, name), ids);
  } catch (error) {
    if (!(error instanceof BadProfile)) throw error;
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
