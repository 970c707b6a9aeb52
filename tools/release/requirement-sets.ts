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

/** The lines of SHA256SUMS, each with the name of its set, oldest first. */
export function checksumLines(sums: string): { name: string; line: string }[] {
  const lines = sums.matchAll(/^[0-9a-f]{64} {2}(\S+)\.json$/gm);
  return [...lines].map(([line, name = '']) => ({ name, line }));
}

/** The names of the released sets, oldest first. */
export function releasedSets(sums: string): string[] {
  return [...new Set(checksumLines(sums).map(({ name }) => name))];
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
 * What is wrong with the released sets, and with the catalogue beside them. `version` is that of the next release: what
 * it may change depends on whether it is a major, minor or patch release (docs/gating-a-release.md, "Upgrading the
 * suite").
 */
export function problemsOfSets(
  groups: readonly Group[],
  sums: string,
  read: (path: string) => string | undefined,
  version: string,
): string[] {
  return releasedSets(sums).flatMap((name) => {
    const text = read(pathOfSet(name));
    const broken = problemOfFile(name, text, sums);
    if (text === undefined || broken !== undefined) return broken ?? [];
    const isMajor = Number.parseInt(version, 10) > Number.parseInt(name, 10);
    const frozen = parseSet(text);
    const problems = frozen.flatMap((each) => {
      const problem = problemOf(each, groups, isMajor);
      return problem === undefined ? [] : [`${each.id} (${pathOfSet(name)}) ${problem}`];
    });
    return name === setOfVersion(version)
      ? [...problems, ...problemsOfOwn(name, frozen, groups)]
      : problems;
  });
}

/** A released set is a file with the checksum of its one line. */
function problemOfFile(name: string, text: string | undefined, sums: string): string | undefined {
  const [first, ...more] = checksumLines(sums).filter((each) => each.name === name);
  if (more.length > 0) return `${SUMS} has ${more.length + 1} lines of ${name}.json; restore it`;
  if (text === undefined) return `${pathOfSet(name)} was removed after its release; restore it`;
  if (`${first?.line}\n` === checksumLine(name, text)) return undefined;
  return `${pathOfSet(name)} was changed after its release; restore it`;
}

/** What a minor or patch release may not change of a released requirement, and what no release may. */
function problemOf(
  frozen: FrozenRequirement,
  groups: readonly Group[],
  isMajor: boolean,
): string | undefined {
  const now = groups.flatMap(({ requirements }) => requirements).find(({ id }) => id === frozen.id);
  if (now === undefined) return 'was released, but is missing now';
  if (now.says !== frozen.says) {
    return `was released as "${frozen.says}", but is now "${now.says}"; another sentence needs a new id`;
  }
  if (now.level !== frozen.level) {
    const was = `was released with the level ${frozen.level}, but has ${now.level} now`;
    if ([now.level, frozen.level].includes('observe')) return `${was}; this needs a new id`;
    if (!isMajor) return `${was}; this needs a major version`;
  }
  const dropped = frozen.versions.filter((version) => !now.versions.includes(version));
  if (isMajor || dropped.length === 0) return undefined;
  return `was released for ${dropped.join(', ')}, but is not checked there now; this needs a major version`;
}

/**
 * The set of the version itself is frozen, by an earlier release that this one corrects, or by this one, which is
 * tagged: nothing may be added to it.
 */
function problemsOfOwn(
  name: string,
  frozen: readonly FrozenRequirement[],
  groups: readonly Group[],
): string[] {
  const versions = new Map(frozen.map((each) => [each.id, each.versions]));
  return groups
    .flatMap(({ requirements }) => requirements)
    .flatMap((now) => {
      const before = versions.get(now.id);
      const added = now.versions.filter((version) => !before?.includes(version));
      if (added.length === 0) return [];
      const what = before === undefined ? '' : ` for ${added.join(', ')}`;
      return [
        `${now.id} is not in ${pathOfSet(name)}${what}, which is frozen; this needs a new minor version`,
      ];
    });
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
