import { readFileSync } from 'node:fs';

/** The id of a build, which build.mjs writes; there is none beside the sources. */
const FILE = new URL('../build-id', import.meta.url);

/** The id of the build that this thread was loaded from. */
export const BUILD = currentBuild();

/** What a command says that began with one build and found another, or none, where it loads the rest. */
export const REBUILT =
  'conformance was rebuilt or replaced while this command was starting; run it again';

/** Whether a build is still the one that modules are loaded from: those of two builds may not fit together. */
export function isCurrent(build: string): boolean {
  return build === currentBuild();
}

function currentBuild(): string {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return '';
  }
}
