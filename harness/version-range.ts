import { VERSIONS, type Version } from './version.js';

/** Versions in few signs: `1.0–1.4`, `1.2`, `1.0, 1.2–1.3`. They must be in order. */
export function versionRange(versions: readonly Version[]): string {
  const runs: Version[][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    const before = VERSIONS[VERSIONS.indexOf(version) - 1];
    if (run !== undefined && run.at(-1) === before) run.push(version);
    else runs.push([version]);
  }
  return runs.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}–${run.at(-1)}`)).join(', ');
}
