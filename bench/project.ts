import { existsSync } from 'node:fs';

/** The root of the project: the bench runs from dist/bench, its tests from bench. */
const BESIDE = new URL('../package.json', import.meta.url);
const ROOT = new URL(existsSync(BESIDE) ? '../' : '../../', import.meta.url);

/** The URL of a file of the project, such as `bench/README.md`; built files are below `dist/`. */
export function projectFile(path: string): URL {
  return new URL(path, ROOT);
}
