import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Group } from '../../harness/requirement.js';
import type { FrozenRequirement, RequirementSet } from '../../harness/requirement-set.js';

/** The folder of the frozen sets, in the checkout. */
export const SETS = 'requirements';

/** The checksums of the released sets, as sha256sum prints them. A set without one is not released yet. */
export const SUMS = `${SETS}/SHA256SUMS`;

/** The set of a release: all releases with the same major and minor version share it. */
export function setOfVersion(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

/** The path of a set in the checkout. */
export function pathOfSet(name: string): string {
  return `${SETS}/${name}.json`;
}

/** Renders the set of a catalogue: a requirement per line, so that differences can be read. */
export function renderSet(groups: readonly Group[]): string {
  const lines = groups
    .flatMap(({ requirements }) => requirements)
    .map(({ id, says, level, versions }) => JSON.stringify({ id, says, level, versions }));
  return `{\n"requirements": [\n${lines.join(',\n')}\n]\n}\n`;
}

/** Parses the text of a set. */
export function parseSet(text: string): readonly FrozenRequirement[] {
  return (JSON.parse(text) as Pick<RequirementSet, 'requirements'>).requirements;
}

/** The line of a set in SHA256SUMS. */
export function checksumLine(name: string, text: string): string {
  return `${createHash('sha256').update(text).digest('hex')}  ${name}.json\n`;
}

/** The names of the released sets, oldest first. */
export function releasedSets(sums: string): string[] {
  return [...sums.matchAll(/^[0-9a-f]{64} {2}(\S+)\.json$/gm)].map(([, name = '']) => name);
}

/** The names of the sets in a checkout that are not released, and are written anew by `npm run docs`. */
export function unreleasedSets(root: string, sums: string): string[] {
  const released = releasedSets(sums);
  return readdirSync(join(root, SETS))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .filter((name) => !released.includes(name));
}

/**
 * What is wrong with the released sets: a changed set, and requirements that the catalogue no longer has so. `version`
 * is that of the next release: only a major one may drop versions of the API.
 */
export function problemsOfSets(
  groups: readonly Group[],
  sums: string,
  read: (path: string) => string,
  version: string,
): string[] {
  return releasedSets(sums).flatMap((name) => {
    const text = read(pathOfSet(name));
    if (!sums.includes(checksumLine(name, text))) {
      return [`${pathOfSet(name)} was changed after its release; restore it`];
    }
    const mayDrop = Number.parseInt(version, 10) > Number.parseInt(name, 10);
    return parseSet(text).flatMap((frozen) => {
      const problem = problemOf(frozen, groups, mayDrop);
      return problem === undefined ? [] : [`${frozen.id} (${pathOfSet(name)}) ${problem}`];
    });
  });
}

/** A level may change between `must` and `should`, and versions may be added, because a run uses those of the set. */
function problemOf(
  frozen: FrozenRequirement,
  groups: readonly Group[],
  mayDrop: boolean,
): string | undefined {
  const now = groups.flatMap(({ requirements }) => requirements).find(({ id }) => id === frozen.id);
  if (now === undefined) return 'was released, but is missing now';
  if (now.says !== frozen.says) {
    return `was released as "${frozen.says}", but is now "${now.says}"; another sentence needs a new id`;
  }
  if ((now.level === 'observe') !== (frozen.level === 'observe')) {
    return `was released with the level ${frozen.level}, but has ${now.level} now; this needs a new id`;
  }
  const dropped = frozen.versions.filter((version) => !now.versions.includes(version));
  if (mayDrop || dropped.length === 0) return undefined;
  return `was released for ${dropped.join(', ')}, but is not checked there now; this needs a major version`;
}

/** Files that tell readers which version of the suite to use. */
export const NAMING_VERSIONS = [
  'docs/adopting.md',
  'docs/ci.md',
  'docs/publishing.md',
  'tools/ci/gitlab.yml',
];

/** A package or its tarball, a git tag, or a commit with its tag in a comment. */
const NAMED =
  /\b(?:patchwork-conformance|OWNER\/REPO)(?:\.git)?[-@#:/](?:(?:COMMIT|[0-9a-f]{40}) # )?v?(?<version>\d+\.\d+\.\d+)/g;

/** Lists the versions of the suite that a text names. */
export function namedVersions(text: string): string[] {
  return [...text.matchAll(NAMED)].map(({ groups }) => groups?.version ?? '');
}
