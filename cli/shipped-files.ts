import { existsSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
      .map((file) => [basename(file, extension), join(path ?? '', file)]),
  );
}
