import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ENDING = '.yaml';

/** The YAML files of a folder of fixtures/ that come with the package: the path of each by its name. */
export function shippedFiles(folder: 'baselines' | 'clients'): ReadonlyMap<string, string> {
  // Built files are one folder further down.
  const path = [`../fixtures/${folder}`, `../../fixtures/${folder}`]
    .map((each) => fileURLToPath(new URL(each, import.meta.url)))
    .find((each) => existsSync(join(each, 'README.md')));
  const files = path === undefined ? [] : readdirSync(path);
  return new Map(
    files
      .filter((file) => file.endsWith(ENDING))
      .map((file) => [basename(file, ENDING), join(path ?? '', file)]),
  );
}
