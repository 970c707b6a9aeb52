import type { Fault } from '../fixtures/faults/fault.js';
import type { Group } from '../harness/requirement.js';

/** Where a change may affect how any fault is detected. */
const ANYWHERE = /^(harness|specification|schemas|proof|fixtures\/(reference|mail))\//;

/** Of all faults, every 32nd: they take a minute. */
const SAMPLE = 32;

/**
 * Returns the faults that a change of these files touches: those that a changed file declares, and those
 * that a requirement of a changed group detects. After a change that may affect any, every 32nd is
 * added. `read` returns the text of a file; a deleted file has none.
 */
export function touchedFaults(
  changed: readonly string[],
  faults: readonly Fault[],
  groups: readonly Group[],
  read: (file: string) => string,
): Fault[] {
  const declared = changed.filter((file) => file.startsWith('fixtures/faults/')).map(read);
  const folders = changed.flatMap((file) => /^suites\/([^/]+)\//.exec(file)?.[1] ?? []);
  const requirements = new Set(
    groups
      .filter(({ name }) => folders.includes(folderOf(name)))
      .flatMap((group) => group.requirements.map(({ id }) => id)),
  );
  const isShared = (folder: string) => !groups.some(({ name }) => folderOf(name) === folder);
  const isAnywhere = changed.some((file) => ANYWHERE.test(file)) || folders.some(isShared);
  return faults.filter(
    ({ id, detectedBy }, index) =>
      declared.some((text) => text.includes(`'${id}'`)) ||
      detectedBy.some((requirement) => requirements.has(requirement)) ||
      (isAnywhere && index % SAMPLE === 0),
  );
}

/** A group has the name of its folder; the client contracts are in one. */
function folderOf(name: string): string {
  return name.startsWith('client-') ? 'client-contracts' : name;
}
