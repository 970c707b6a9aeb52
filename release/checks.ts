import { CHAPTERS } from '../cli/catalogue.js';
import { topEntry } from './changelog.js';
import { staleFiles, textOf } from './generated.js';
import { lastTag, said } from './git.js';
import { packedFiles, packingProblems } from './packed.js';
import { type Promised, reasons, stepProblems } from './size-of-step.js';

/** The ids of every release so far. */
export const RELEASED = 'tests/catalogue/released-ids.txt';

/** One thing that has to hold before a release, and what is wrong with it. */
export interface Check {
  says: string;
  problems: string[];
}

/** The ids of the catalogue, in order. */
export function idsNow(): string[] {
  return CHAPTERS.flatMap(({ requirements }) => requirements.map(({ id }) => id)).sort();
}

/** Looks at all of it; changes nothing. */
export function checks(): Check[] {
  const entry = topEntry(textOf('CHANGELOG.md'));
  return [
    { says: 'nothing is left to commit', problems: uncommitted() },
    { says: 'this is main', problems: branchProblems() },
    {
      says: 'CHANGELOG.md says what is to be released',
      problems: [
        ...(entry.isUnreleased ? [] : [`${entry.version} is released; what is new has no heading`]),
        ...(entry.changes > 0 ? [] : [`nothing stands under ${entry.version}`]),
      ],
    },
    { says: `everything says version ${entry.version}`, problems: otherVersions(entry.version) },
    { says: 'the version goes up as far as it has to', problems: versionProblems(entry.version) },
    { says: 'no id was taken out', problems: idsGone() },
    { says: 'what is generated is up to date', problems: staleFiles() },
    { says: 'the package holds what it should', problems: packingProblems(packedFiles()) },
  ];
}

function uncommitted(): string[] {
  const lines = said('git', 'status', '--porcelain').split('\n');
  return lines.filter((line) => line !== '').map((line) => `not committed: ${line.trim()}`);
}

function branchProblems(): string[] {
  const branch = said('git', 'branch', '--show-current');
  return branch === 'main' ? [] : [`on ${branch || 'no branch'}: git switch main`];
}

function otherVersions(version: string): string[] {
  const { version: manifest } = JSON.parse(textOf('package.json')) as { version: string };
  const lock = JSON.parse(textOf('package-lock.json')) as {
    version: string;
    packages: Record<string, { version: string }>;
  };
  const tags = [...textOf('docs/ci.md').matchAll(/(?:[@#/]|ref: )v(\d+\.\d+\.\d+)/g)];
  const found: [string, string | undefined][] = [
    ['package.json', manifest],
    ['package-lock.json', lock.version],
    ['package-lock.json, packages', lock.packages['']?.version],
    ['conformance --version', said(process.execPath, 'bin/conformance.js', '--version')],
    ...tags.map(([, tag]): [string, string | undefined] => ['docs/ci.md', tag]),
  ];
  const wrong = found.filter(([, other]) => other?.split(' ').at(-1) !== version);
  return [...new Set(wrong.map(([where, other]) => `${where} says ${other}`))];
}

function versionProblems(version: string): string[] {
  const tag = lastTag();
  if (said('git', 'tag', '--list', `v${version}`) !== '') return [`there is a tag v${version}`];
  if (tag === undefined) return [];
  const before = promised((path) => said('git', 'show', `${tag}:${path}`));
  const now = { ...promised(textOf), ids: idsNow() };
  return stepProblems(tag.slice(1), version, reasons(before, now));
}

function promised(read: (path: string) => string): Promised {
  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
  return {
    ids: read(RELEASED).trim().split('\n'),
    options: read('.env.example').match(/^[A-Z_]+(?==)/gm) ?? [],
    node: engines.node,
  };
}

function idsGone(): string[] {
  const now = idsNow();
  const released = textOf(RELEASED).trim().split('\n');
  return released.filter((id) => !now.includes(id)).map((id) => `${id} was released, and is gone`);
}
