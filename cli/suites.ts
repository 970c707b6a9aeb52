import { existsSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Extension } from '../harness/extension/extension.js';
import { importSuite, NotASuite } from '../harness/extension/suite-module.js';
import type { Chapter } from '../harness/requirement.js';
import { LONGEST_FILE } from '../harness/text-file.js';
import { Refusal } from './refusal.js';
import { tryToLoad } from './suite-trial.js';

/**
 * Loads the modules of `--suite`, each a path or a `file:` URL. Rejects with a Refusal, one clear line that names the file, if one
 * is missing or no suite, or if it has the id of a requirement or the name of a chapter that is taken:
 * what a report says of an id is said of one requirement.
 */
export async function loadSuites(
  files: readonly string[],
  catalogue: readonly Chapter[],
): Promise<Extension[]> {
  const extensions: Extension[] = [];
  const taken = new Map(catalogue.flatMap((chapter) => namesIn(chapter, 'the specification')));
  for (const file of new Set(files.map(pathOf))) {
    const suite = basename(file, extname(file));
    if (extensions.some((each) => each.suite === suite)) {
      throw new Refusal(`--suite: two files are called ${suite}; expected names that differ`);
    }
    const href = pathToFileURL(file).href;
    const chapters = await groupsOf(file, href);
    for (const [name, owner] of chapters.flatMap((each) => namesIn(each, suite))) {
      const other = taken.get(name);
      if (other !== undefined) {
        const whose = other === owner ? 'stands there twice' : `is one of ${other} already`;
        throw new Refusal(`--suite: ${file}: "${name}" ${whose}; expected an id of its own`);
      }
      taken.set(name, owner);
    }
    extensions.push({ suite, href, chapters });
  }
  return extensions;
}

/** The chapters of the specification, and behind them those of the suites. */
export function besideSuites(
  catalogue: readonly Chapter[],
  extensions: readonly Extension[],
): Chapter[] {
  return [...catalogue, ...extensions.flatMap(({ chapters }) => chapters)];
}

/** A program knows the files beside it by their URLs. */
function pathOf(file: string): string {
  return /^file:\/\//i.test(file) && URL.canParse(file) ? fileURLToPath(file) : resolve(file);
}

/** The ids and the name of a chapter, which `--only` takes both, with whose they are. */
function namesIn({ name, requirements }: Chapter, owner: string): [name: string, owner: string][] {
  return [name, ...requirements.map(({ id }) => id)].map((each) => [each, owner]);
}

async function groupsOf(file: string, href: string): Promise<Chapter[]> {
  if (!existsSync(file)) {
    throw new Refusal(`--suite: ${file} is not there; expected a module of JavaScript`);
  }
  const found = statSync(file);
  if (!found.isFile() || found.size > LONGEST_FILE.suite) {
    throw new Refusal(
      `--suite: ${file} is no ordinary file of at most ${LONGEST_FILE.suite / 1e6} MB; expected a module of JavaScript`,
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
