import type { Fault } from '../../fixtures/faults/fault.js';
import type { Group } from '../../harness/requirement.js';

/** Where a change may affect how any fault is detected. */
const ANYWHERE =
  /^(harness|specification|schemas|tools\/proof|fixtures\/(reference|mail|faults))\//;

/** Of all faults, every 32nd: they take half a minute. */
const SAMPLE = 32;

/** At most this many faults are evaluated for a change: they take a minute and a half on two cores. */
const MOST = 40;

/** The faults to evaluate after a change, in the order of the catalogue. */
export interface Touched {
  faults: Fault[];
  /** The number of touched faults that are not among them. */
  leftOut: number;
}

/**
 * Returns the faults that a change of these files touches: those that a changed file declares, then those
 * that a requirement of a changed group detects and, after a change that may affect any, every 32nd. Of too
 * many, some are left out, evenly.
 */
export function touchedFaults(
  changed: readonly string[],
  byFile: Readonly<Record<string, readonly Fault[]>>,
  groups: readonly Group[],
): Touched {
  const faults = Object.values(byFile).flat();
  const declaredIn = (file: string) => byFile[/^fixtures\/faults\/(.*)\.ts$/.exec(file)?.[1] ?? ''];
  const declared = changed.flatMap((file) => declaredIn(file) ?? []);
  const folders = changed.flatMap((file) => /^suites\/([^/]+)\//.exec(file)?.[1] ?? []);
  const requirements = new Set(
    groups
      .filter(({ name }) => folders.includes(folderOf(name)))
      .flatMap((group) => group.requirements.map(({ id }) => id)),
  );
  const isShared = (folder: string) => !groups.some(({ name }) => folderOf(name) === folder);
  const isAnywhere =
    folders.some(isShared) ||
    changed.some((file) => ANYWHERE.test(file) && declaredIn(file) === undefined);
  const affected = faults.filter(
    (each, index) =>
      !declared.includes(each) &&
      (each.detectedBy.some((requirement) => requirements.has(requirement)) ||
        (isAnywhere && index % SAMPLE === 0)),
  );
  const first = spread(declared, MOST);
  const chosen = new Set([...first, ...spread(affected, MOST - first.length)]);
  return {
    faults: faults.filter((each) => chosen.has(each)),
    leftOut: declared.length + affected.length - chosen.size,
  };
}

/** Returns at most `most` of the things, evenly spread. */
function spread<T>(things: readonly T[], most: number): T[] {
  if (things.length <= most) return [...things];
  return things.filter(
    (_, index) =>
      Math.floor((index * most) / things.length) !==
      Math.floor(((index + 1) * most) / things.length),
  );
}

/** A group has the name of its folder; the client contracts are in one. */
function folderOf(name: string): string {
  return name.startsWith('client-') ? 'client-contracts' : name;
}
