import { existsSync } from 'node:fs';

/** The root of the project: the bench runs from dist/tools/bench, its tests from tools/bench. */
const BESIDE = new URL('../../package.json', import.meta.url);
const ROOT = new URL(existsSync(BESIDE) ? '../../' : '../../../', import.meta.url);

/** The URL of a file of the project, such as `docs/cost.md`; built files are below `dist/`. */
export function projectFile(path: string): URL {
  return new URL(path, ROOT);
}
