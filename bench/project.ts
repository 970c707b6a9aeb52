import { existsSync } from 'node:fs';

/** The bench runs from dist/bench, its tests from bench: the one that has package.json above it is the source. */
const BESIDE = new URL('../package.json', import.meta.url);
const ROOT = new URL(existsSync(BESIDE) ? '../' : '../../', import.meta.url);

/** A file of the project, such as `bench/README.md`; what is built is below `dist/`. */
export function projectFile(path: string): URL {
  return new URL(path, ROOT);
}
