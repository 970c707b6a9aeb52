import type { Fault } from '../../fixtures/faults/fault.js';
import type { Group } from '../../harness/requirement.js';

/** At most this many faults are evaluated for a change: they take a minute and a half on two cores. */
const MOST = 40;

/**
 * Returns the faults that a change of these files touches, in the order of the catalogue: those that a changed
 * file declares, and those that a requirement of a changed group detects. Of too many, some are left out, evenly.
 * What any fault may depend on touches none: CI evaluates a part of all faults in each run.
 */
export function touchedFaults(
  changed: readonly string[],
  byFile: Readonly<Record<string, readonly Fault[]>>,
  groups: readonly Group[],
): Fault[] {
  const partsOf = (file: string, pattern: RegExp) => pattern.exec(file)?.[1] ?? '';
  const declared = changed.flatMap((file) => {
    return byFile[partsOf(file, /^fixtures\/faults\/(.*)\.ts$/)] ?? [];
  });
  const folders = changed.map((file) => partsOf(file, /^suites\/([^/]+)\//));
  const requirements = new Set(
    groups
      .filter(({ name }) => folders.includes(folderOf(name)))
      .flatMap((group) => group.requirements.map(({ id }) => id)),
  );
  const touched = Object.values(byFile)
    .flat()
    .filter(
      (each) => declared.includes(each) || each.detectedBy.some((id) => requirements.has(id)),
    );
  const step = Math.max(1, touched.length / MOST);
  return touched.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** A group has the name of its folder; the client contracts are in one. */
function folderOf(name: string): string {
  return name.startsWith('client-') ? 'client-contracts' : name;
}
