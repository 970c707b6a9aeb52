import type { Report } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';

/**
 * Every version that a report speaks of, in order. Reporters take versions from the report and never
 * from the code: a later release may know others, and shows a stored report as it was.
 */
export function versionsOf({ target, requirements }: Report): Version[] {
  return inOrder([...target.versionsOffered, ...requirements.flatMap(({ versions }) => versions)]);
}

/** Versions in order, each once. */
export function inOrder(versions: Iterable<Version>): Version[] {
  return [...new Set(versions)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Versions in few signs: `1.0–1.4`, `1.2`, `1.0, 1.2–1.3`. They must be in order. */
export function versionRange(versions: readonly Version[]): string {
  const runs: Version[][] = [];
  for (const version of versions) {
    const run = runs.at(-1);
    if (run !== undefined && run.at(-1) === versionBefore(version)) run.push(version);
    else runs.push([version]);
  }
  return runs.map((run) => (run.length === 1 ? `${run[0]}` : `${run[0]}–${run.at(-1)}`)).join(', ');
}

/** `1.2` for 1.3; nothing for 1.0. */
function versionBefore(version: Version): string | undefined {
  const [major, minor] = version.split('.').map(Number);
  return minor === undefined || minor === 0 ? undefined : `${major}.${minor - 1}`;
}
