import { GROUPS } from '../cli/catalogue.js';
import { type TopEntry, topEntry } from './changelog.js';
import { staleFiles, textOf } from './generated.js';
import { lastTag, said } from './git.js';
import { NAMING_VERSIONS, namedVersions } from './named-versions.js';
import { packedFiles, packingProblems } from './packed.js';
import { parseSet, pathOfSet, problemsOfSets, releasedSets, SUMS } from './requirement-sets.js';
import { type Promised, reasons, stepProblems } from './size-of-step.js';

/** A condition of a release, and its problems. */
export interface Check {
  says: string;
  problems: string[];
}

/** The ids of the catalogue. */
export function idsNow(): string[] {
  return GROUPS.flatMap(({ requirements }) => requirements.map(({ id }) => id));
}

/** The ids of the newest released set. */
export function idsReleased(read: (path: string) => string): string[] {
  const newest = releasedSets(read(SUMS)).at(-1);
  return newest === undefined ? [] : parseSet(read(pathOfSet(newest))).map(({ id }) => id);
}

/** Checks whether a release can be made of this commit; changes nothing. */
export function checks(): Check[] {
  const entry = topEntry(textOf('CHANGELOG.md'));
  return [
    { says: 'everything is committed', problems: uncommitted() },
    { says: 'the branch is main', problems: branchProblems() },
    {
      says: 'CHANGELOG.md has the changes of the release',
      problems: [
        ...(entry.isUnreleased
          ? []
          : [`${entry.version} is already released; add a heading for the next version`]),
        ...unlisted(entry),
      ],
    },
    {
      says: 'the version number is new, and high enough',
      problems: [...taken(entry.version), ...stepTooSmall(entry.version)],
    },
    ...checksOfContent(entry.version),
  ];
}

/** Checks whether this commit is a release that `npm run release` has tagged; changes nothing. */
export function checksOfTagged(): Check[] {
  const entry = topEntry(textOf('CHANGELOG.md'));
  return [
    { says: 'everything is committed', problems: uncommitted() },
    { says: `the commit has the tag v${entry.version}`, problems: untagged(entry.version) },
    {
      says: 'CHANGELOG.md has the changes and the date of the release',
      problems: [
        ...(entry.isUnreleased ? [`${entry.version} has no date; run npm run release`] : []),
        ...unlisted(entry),
      ],
    },
    { says: 'the version number is high enough', problems: stepTooSmall(entry.version) },
    ...checksOfContent(entry.version),
  ];
}

function checksOfContent(version: string): Check[] {
  return [
    { says: `all files have version ${version}`, problems: otherVersions(version) },
    {
      says: 'no released requirement was changed or removed',
      problems: problemsOfSets(GROUPS, textOf(SUMS), textOf),
    },
    { says: 'generated files are up to date', problems: staleFiles() },
    { says: 'the package has the right files', problems: packingProblems(packedFiles()) },
  ];
}

function uncommitted(): string[] {
  const lines = said('git', 'status', '--porcelain').split('\n');
  return lines.filter((line) => line !== '').map((line) => `not committed: ${line.trim()}`);
}

function branchProblems(): string[] {
  const branch = said('git', 'branch', '--show-current');
  return branch === 'main' ? [] : [`on ${branch || 'no branch'}: run git switch main`];
}

function otherVersions(version: string): string[] {
  const { version: manifest } = JSON.parse(textOf('package.json')) as { version: string };
  const lock = JSON.parse(textOf('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  const found: [string, string | undefined][] = [
    ['package.json', manifest],
    ['package-lock.json', lock.version],
    ['package-lock.json, packages', lock.packages['']?.version],
    ['conformance --version', said(process.execPath, 'bin/conformance.js', '--version')],
    ...NAMING_VERSIONS.flatMap((path) =>
      namedVersions(textOf(path)).map((named): [string, string] => [path, named]),
    ),
  ];
  const wrong = found.filter(([, other]) => other?.split(' ').at(-1) !== version);
  return [...new Set(wrong.map(([where, other]) => `${where} has ${other}`))];
}

function unlisted({ version, changes }: TopEntry): string[] {
  return changes > 0 ? [] : [`no changes listed under ${version}`];
}

function taken(version: string): string[] {
  return said('git', 'tag', '--list', `v${version}`) === ''
    ? []
    : [`the tag v${version} already exists`];
}

function untagged(version: string): string[] {
  const tags = said('git', 'tag', '--points-at', 'HEAD').split('\n');
  return tags.includes(`v${version}`)
    ? []
    : [`expected the tag v${version}, received ${tags.join(' ') || 'no tag'}`];
}

function stepTooSmall(version: string): string[] {
  const tag = lastTag(version);
  if (tag === undefined) return [];
  const before = promised((path) => said('git', 'show', `${tag}:${path}`));
  const now = { ...promised(textOf), ids: idsNow() };
  return stepProblems(tag.slice(1), version, reasons(before, now));
}

function promised(read: (path: string) => string): Promised {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  return {
    ids: idsReleased(read),
    options: read('.env.example').match(/^[A-Z_]+(?==)/gm) ?? [],
    node: engines.node,
  };
}
