import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gt, lt, rsort, valid } from 'semver';
import { CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { earlierReleases, problemsWithEarlier } from './earlier-releases.js';
import {
  checksumLine,
  checksumLines,
  NAMING_VERSIONS,
  namedVersions,
  pathOfSet,
  problemsOfSets,
  releasedSets,
  renderSet,
  SUMS,
  setOfVersion,
  unreleasedSets,
} from './requirement-sets.js';

// `npm run release`: checks the checkout, dates the changelog, freezes the requirements of a new major or minor
// version, commits and tags locally. With --dry-run it only prints what it would do. With --tagged it checks the
// commit of a release, before it is published.

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const HEADING = /^## (\d\S*) \((.+)\)$/m;

const { values } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    tagged: { type: 'boolean', default: false },
  },
});

const changelog = textOf('CHANGELOG.md');
const heading = HEADING.exec(changelog);
if (heading === null) throw new Error('CHANGELOG.md has no heading such as ## 1.2.3 (unreleased)');
const [line, version = '', when = ''] = heading;
const before = changelog.slice(0, heading.index);
const [body = ''] = changelog.slice(heading.index + line.length).split(/^## /m);

const problems = [
  ...uncommitted().map((each) => `not committed: ${each.trim()}`),
  ...notInHead(),
  ...(values.tagged ? problemsOfTagged() : problemsOfNext()),
  ...(/^## .*unreleased/im.test(before)
    ? [`CHANGELOG.md has a heading above ${version} that is no version`]
    : []),
  ...(/^- /m.test(body) ? [] : [`no changes listed under ${version}`]),
  ...otherVersions(),
  ...problemsOfSets(GROUPS, textOf(SUMS), textIfThere, version),
  ...problemsWithEarlier(earlierReleases(ROOT, version), textOf(SUMS), idsOfContracts()),
  ...oddLines(),
  ...unfrozen(),
  ...outdated(),
];
for (const problem of problems) console.log(`✗ ${problem}`);
if (problems.length > 0) {
  console.log(values.tagged ? '\nNot to be published.' : '\nNot released.');
  process.exitCode = 1;
} else if (values.tagged) {
  console.log(`✓ v${version} can be published`);
} else {
  release();
}

function release(): void {
  const day = new Date().toISOString().slice(0, 10);
  const set = setOfVersion(version);
  const isFrozen = releasedSets(textOf(SUMS)).includes(set);
  const written = ['CHANGELOG.md', ...(isFrozen ? [] : [pathOfSet(set), SUMS])];
  console.log(`${version} (${day}): writes ${written.join(', ')}, commits, and tags v${version}`);
  if (values['dry-run']) {
    console.log('Dry run: nothing was changed.');
    return;
  }
  writeFileSync(join(ROOT, 'CHANGELOG.md'), changelog.replace(HEADING, `## $1 (${day})`));
  if (!isFrozen) {
    const frozen = renderSet(GROUPS);
    writeFileSync(join(ROOT, pathOfSet(set)), frozen);
    appendFileSync(join(ROOT, SUMS), checksumLine(set, frozen));
  }
  said('git', 'add', ...written);
  said('git', 'commit', '--quiet', '--message', `Release ${version}`);
  said('git', 'tag', '--annotate', `v${version}`, '--message', `Release ${version}`);
  console.log(`v${version} is committed and tagged locally. To publish it: git push --follow-tags`);
}

/** What keeps this commit from becoming the next release. */
function problemsOfNext(): string[] {
  const branch = said('git', 'branch', '--show-current');
  const newest = newestTag();
  const isNew = valid(version) !== null && (newest === undefined || gt(version, newest));
  return [
    ...(branch === 'main' ? [] : [`on ${branch || 'no branch'}: run git switch main`]),
    ...(isNew ? [] : [tooLow(newest)]),
    ...(when === 'unreleased'
      ? []
      : [`${version} is already released; add a heading for the next version`]),
  ];
}

/** What keeps this commit from being a release that `npm run release` has tagged. */
function problemsOfTagged(): string[] {
  const tags = lines('git', 'tag', '--points-at', 'HEAD');
  const found = tags.join(' ') || 'no tag';
  const pushed = process.env.GITHUB_REF_NAME;
  const newest = newestTag();
  // Its own tag is among them. What is published is the latest for npm and for the image.
  const isLow = valid(version) === null || (newest !== undefined && lt(version, newest));
  return [
    ...(tags.includes(`v${version}`) ? [] : [`expected the tag v${version}, received ${found}`]),
    // What has started the workflow.
    ...(pushed === undefined || pushed === `v${version}` || process.env.GITHUB_REF_TYPE !== 'tag'
      ? []
      : [`expected the tag v${version} to be pushed, received ${pushed}`]),
    ...(isLow ? [tooLow(newest)] : []),
    ...(/^\d{4}-\d\d-\d\d$/.test(when) ? [] : [`${version} has no date; run npm run release`]),
  ];
}

/** The highest version that is tagged in this clone, which must have all tags. */
function newestTag(): string | undefined {
  const tags = lines('git', 'for-each-ref', '--format=%(refname:strip=2)', 'refs/tags/v*').map(
    (tag) => tag.slice(1),
  );
  return rsort(tags.filter((tag) => valid(tag) !== null))[0];
}

function tooLow(newest: string | undefined): string {
  return newest === undefined
    ? `${version} is not a version such as 1.2.3`
    : `${version} is not higher than ${newest}, the newest tag`;
}

/** Sets without a checksum, which later versions may change: that of the next release is frozen by it. */
function unfrozen(): string[] {
  const sums = textOf(SUMS);
  const own = setOfVersion(version);
  const open = new Set([...unreleasedSets(ROOT, sums), own]);
  if (!values.tagged || releasedSets(sums).includes(own)) open.delete(own);
  return [...open].map(
    (name) => `${pathOfSet(name)} was never frozen: ${SUMS} has no checksum of it`,
  );
}

function otherVersions(): string[] {
  const files = ['package.json', 'package-lock.json'];
  const found = [
    ...files.map((path) => [path, (JSON.parse(textOf(path)) as { version: string }).version]),
    ...NAMING_VERSIONS.flatMap((path) => namedVersions(textOf(path)).map((each) => [path, each])),
  ];
  const wrong = found.filter(([, other]) => other !== version);
  return [...new Set(wrong.map(([path, other]) => `${path} has ${other}`))];
}

/** Generated files that differ from what the code makes of them; they are left as it does. */
function outdated(): string[] {
  const dirty = uncommitted();
  said(process.execPath, 'build.mjs', 'schemas');
  said(process.execPath, 'dist/tools/pages/write-docs.js');
  return uncommitted()
    .filter((each) => !dirty.includes(each))
    .map((each) => `was outdated, commit it: ${each.trim()}`);
}

/** What SHA256SUMS has beside its lines: without the end of the last one, the next would be glued to it. */
function oddLines(): string[] {
  const sums = textOf(SUMS);
  const own = checksumLines(sums).map(({ line: sum }) => `${sum}\n`);
  return own.join('') === sums ? [] : [`${SUMS} has more than its lines, or lacks the end of one`];
}

/** What is not as committed, whatever the settings of Git of whoever releases. */
function uncommitted(): string[] {
  return lines('git', 'status', '--porcelain', '--untracked-files=all');
}

/** Frozen sets that are in the folder and not in the commit, as where a setting of Git ignores them. */
function notInHead(): string[] {
  const committed = lines('git', 'ls-tree', '-r', '--name-only', 'HEAD');
  return [SUMS, ...releasedSets(textOf(SUMS)).map(pathOfSet)]
    .filter((path) => !committed.includes(path))
    .map((path) => `${path} is not in the commit`);
}

function idsOfContracts(): string[] {
  return CONTRACTS.flatMap(({ requirements }) => requirements).map(({ id }) => id);
}

function textIfThere(path: string): string | undefined {
  return existsSync(join(ROOT, path)) ? textOf(path) : undefined;
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function lines(command: string, ...args: string[]): string[] {
  return said(command, ...args)
    .split('\n')
    .filter((each) => each !== '');
}

/** What a command of the checkout says. Throws its error if it fails. */
function said(command: string, ...args: string[]): string {
  const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe', maxBuffer: 1e8 } as const;
  return execFileSync(command, args, options).trimEnd();
}
