import { existsSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Extension } from '../harness/extension/extension.js';
import { importSuite, NotASuite } from '../harness/extension/suite-module.js';
import type { Group } from '../harness/requirement.js';
import { divided } from '../harness/requirement-set.js';
import { LONGEST_FILE } from '../harness/text-file.js';
import { CLIENT_CONTRACTS, GROUPS } from './catalogue.js';
import { Refusal } from './refusal.js';
import { readRequirementSet } from './requirement-sets.js';
import { tryToLoad } from './suite-trial.js';

/**
 * What is checked beside the specification: the client contracts, and the modules of `--suite`, each a
 * path or a `file:` URL. Rejects with a Refusal that names the file if a module is missing or invalid, or
 * if an id or the name of a group is already used.
 */
export async function loadExtensions(files: readonly string[]): Promise<Extension[]> {
  const extensions: Extension[] = [CLIENT_CONTRACTS];
  const taken = new Map([
    ...GROUPS.flatMap((group) => namesIn(group, 'the specification')),
    ...CLIENT_CONTRACTS.groups.flatMap((group) => namesIn(group, CLIENT_CONTRACTS.suite)),
  ]);
  for (const file of new Set(files.map(pathOf))) {
    const suite = basename(file, extname(file));
    if (extensions.some((each) => each.suite === suite)) {
      throw new Refusal(`--suite: two files are named ${suite}; expected different names`);
    }
    const href = pathToFileURL(file).href;
    const groups = await groupsOf(file, href);
    for (const [name, owner] of groups.flatMap((each) => namesIn(each, suite))) {
      const other = taken.get(name);
      if (other !== undefined) {
        const whose = other === owner ? 'is used twice' : `is already used by ${other}`;
        throw new Refusal(`--suite: ${file}: "${name}" ${whose}; expected a unique id`);
      }
      taken.set(name, owner);
    }
    extensions.push({ suite, href, groups });
  }
  return extensions;
}

/** The requirements that a run scores, and those that it reports apart. */
export interface Catalogue {
  groups: readonly Group[];
  extensions: readonly Extension[];
}

/**
 * The requirements of the specification, or of a frozen set, and what is checked beside them. Rejects with a
 * Refusal as `loadExtensions` does.
 */
export async function catalogueOf(
  files: readonly string[],
  set: string | undefined,
): Promise<Catalogue> {
  const extensions = await loadExtensions(files);
  if (set === undefined) return { groups: GROUPS, extensions };
  const { scored, later } = divided(GROUPS, readRequirementSet(set));
  const suite = `added after ${set}`;
  const added: Extension = { suite, advisory: true, addedAfter: set, groups: later };
  return { groups: scored, extensions: later.length === 0 ? extensions : [added, ...extensions] };
}

/** The scored groups, then the others. */
export function everyGroup({ groups, extensions }: Catalogue): Group[] {
  return [...groups, ...extensions.flatMap((each) => each.groups)];
}

/** Programs often pass `file:` URLs. */
function pathOf(file: string): string {
  return /^file:\/\//i.test(file) && URL.canParse(file) ? fileURLToPath(file) : resolve(file);
}

/** The names that `--only` accepts for a group, with their owner. */
function namesIn({ name, requirements }: Group, owner: string): [name: string, owner: string][] {
  return [name, ...requirements.map(({ id }) => id)].map((each) => [each, owner]);
}

async function groupsOf(file: string, href: string): Promise<Group[]> {
  if (!existsSync(file)) {
    throw new Refusal(`--suite: ${file} not found; expected a JavaScript module`);
  }
  const found = statSync(file);
  if (!found.isFile() || found.size > LONGEST_FILE.suite) {
    throw new Refusal(
      `--suite: ${file} is not a regular file of at most ${LONGEST_FILE.suite / 1e6} MB; expected a JavaScript module`,
    );
  }
  await tryToLoad(file, href);
  try {
    return await importSuite(href);
  } catch (error) {
    if (!(error instanceof NotASuite)) throw error;
    throw new Refusal(`--suite: ${file} ${error.message}`);
  }
}
