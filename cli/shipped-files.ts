import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RequirementSet } from '../harness/requirement-set.js';
import { oneOf } from './parse/text.js';

/** The folders whose files users name, and the extension of these files. */
const EXTENSIONS = {
  'fixtures/baselines': '.yaml',
  'fixtures/clients': '.yaml',
  requirements: '.json',
} as const;

/** The files of a folder that come with the package: the path of each by its name. */
export function shippedFiles(folder: keyof typeof EXTENSIONS): ReadonlyMap<string, string> {
  const extension = EXTENSIONS[folder];
  // Built files are one folder further down.
  const path = [`../${folder}`, `../../${folder}`]
    .map((each) => fileURLToPath(new URL(each, import.meta.url)))
    .find((each) => existsSync(join(each, 'README.md')));
  const files = path === undefined ? [] : readdirSync(path);
  return new Map(
    files
      .filter((file) => extname(file) === extension)
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .map((file) => [basename(file, extension), join(path ?? '', file)]),
  );
}

/** Parses the name of a frozen set. Throws a RangeError that lists the sets if there is no such set. */
export function parseSetName(text: string): string {
  return oneOf([...shippedFiles('requirements').keys()])(text);
}

/** Reads a frozen set by its name. Throws an Error if there is no such set. */
export function readRequirementSet(name: string): RequirementSet {
  const path = shippedFiles('requirements').get(name);
  if (path === undefined) throw new Error(`requirements/${name}.json is missing`);
  const { requirements }: Pick<RequirementSet, 'requirements'> = JSON.parse(
    readFileSync(path, 'utf8'),
  );
  return { name, requirements };
}
