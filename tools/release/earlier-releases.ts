import { spawnSync } from 'node:child_process';
import { compare, valid } from 'semver';
import { checksumLines, SUMS } from './requirement-sets.js';

/** What a tagged release promised to those that follow it. */
export interface EarlierRelease {
  tag: string;
  /** Its SHA256SUMS; empty if it has none. */
  sums: string;
  /** The ids of its client contracts, which are in no frozen set. */
  contracts: readonly string[];
}

/** The releases that are tagged in a clone, oldest first, without that of the version itself. */
export function earlierReleases(root: string, version: string): EarlierRelease[] {
  // Git fails for a file that a tag does not have, and if nothing is found.
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout;
  return git('for-each-ref', '--format=%(refname:strip=2)', 'refs/tags/v*')
    .split('\n')
    .filter((tag) => valid(tag) !== null && tag !== `v${version}`)
    .sort(compare)
    .map((tag) => ({
      tag,
      sums: git('show', `${tag}:${SUMS}`),
      contracts: git(
        'grep',
        '--basic-regexp',
        '--no-color',
        '-h',
        '^<a id="client\\.',
        tag,
        '--',
        'docs/requirements',
      )
        .split('\n')
        .flatMap((line) => /"(.+?)"/.exec(line)?.[1] ?? []),
    }));
}

/**
 * What earlier releases have and this checkout lacks: checksums of sets, and ids of client contracts. SHA256SUMS alone
 * shows no set that was changed together with its checksum.
 */
export function problemsWithEarlier(
  earlier: readonly EarlierRelease[],
  sums: string,
  contracts: readonly string[],
): string[] {
  const lines = new Set(checksumLines(sums).map(({ line }) => line));
  const missing = new Map<string, string>();
  const note = (problem: string, tag: string) => {
    if (!missing.has(problem)) missing.set(problem, tag);
  };
  for (const { tag, ...before } of earlier) {
    for (const { name, line } of checksumLines(before.sums)) {
      if (!lines.has(line)) note(`${SUMS} lacks the checksum that ${name}.json has in`, tag);
    }
    for (const id of before.contracts) {
      if (!contracts.includes(id))
        note(`the client contract ${id} is missing, which was released in`, tag);
    }
  }
  return [...missing].map(([problem, tag]) => `${problem} ${tag}; restore it`);
}
