import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import manifest from '../../package.json' with { type: 'json' };
import {
  checksumLine,
  pathOfSet,
  renderSet,
  SUMS,
  setOfVersion,
} from '../../tools/release/requirement-sets.js';
import { ROOT } from '../docs/pages.js';

const VERSION = manifest.version;
/** The set that the release freezes. */
const SET = pathOfSet(setOfVersion(VERSION));

/** What a release runs to find generated files that are outdated. */
const REGENERATING = ['build.mjs', 'dist/tools/pages/write-docs.js'];

let folder: string;
/** The tag that has started the workflow; undefined on the machine of a person. */
let pushed: string | undefined;

/** A repository of its own with what this checkout holds, of which nothing is released yet. */
beforeEach(() => {
  pushed = undefined;
  folder = mkdtempSync(join(tmpdir(), 'conformance-release-'));
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: ROOT,
  });
  for (const path of `${listed}`.split('\0').filter((each) => each !== '')) {
    cpSync(join(ROOT, path), join(folder, path));
  }
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const unreleased = read('CHANGELOG.md').replace(/^## (\d\S*) \(.*\)$/m, '## $1 (unreleased)');
  writeFileSync(join(folder, 'CHANGELOG.md'), unreleased);
  for (const name of readdirSync(join(folder, 'requirements'))) {
    if (name.endsWith('.json')) rmSync(join(folder, 'requirements', name));
  }
  writeFileSync(join(folder, pathOfSet('1.0')), renderSet(GROUPS));
  writeFileSync(join(folder, SUMS), '');
  // It is built already; the test of what is outdated puts these back.
  for (const script of REGENERATING) writeFileSync(join(folder, script), '');
  git('init', '--quiet', '--initial-branch', 'main');
  committed();
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function git(...args: string[]): string {
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  return execFileSync('git', [...who, ...args], { cwd: folder, encoding: 'utf8' }).trim();
}

function committed(): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', 'All of it');
}

function read(path: string): string {
  return readFileSync(join(folder, path), 'utf8');
}

function changed(path: string, from: RegExp | string, to: string): void {
  const before = read(path);
  const after = before.replace(from, to);
  expect(after, `${path} has ${from}`).not.toBe(before);
  writeFileSync(join(folder, path), after);
}

function released(...args: string[]): { status: number | null; output: string } {
  const who = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@example.org' };
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['dist/tools/release/main.js', ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        GITHUB_REF_NAME: pushed,
        GITHUB_REF_TYPE: 'tag',
        ...who,
        GIT_COMMITTER_NAME: 'A',
        GIT_COMMITTER_EMAIL: 'a@example.org',
      },
    },
  );
  return { status, output: `${stdout}${stderr}` };
}

function problemsIn(output: string): string[] {
  return [...output.matchAll(/^✗ (.*)$/gm)].map(([, problem = '']) => problem);
}

/** Freezes a set as an earlier release did, whose text differed from that of today. */
function frozen(name: string, from: RegExp | string, to: string): void {
  const text = renderSet(GROUPS).replace(from, to);
  writeFileSync(join(folder, pathOfSet(name)), text);
  writeFileSync(join(folder, SUMS), read(SUMS) + checksumLine(name, text));
}

test('a release dates the heading, freezes the requirements, commits and tags; a dry run does none of it', () => {
  const before = git('rev-parse', 'HEAD');
  const dry = released('--dry-run');
  expect(dry.output).not.toContain('✗');
  expect(dry.status, dry.output).toBe(0);
  expect(dry.output).toContain(`tags v${VERSION}`);
  expect(dry.output).toContain('Dry run: nothing was changed.');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('rev-parse', 'HEAD')).toBe(before);
  expect(git('tag')).toBe('');
  const { status, output } = released();
  expect(status, output).toBe(0);
  expect(read(SUMS).endsWith(checksumLine(setOfVersion(VERSION), read(SET)))).toBe(true);
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## ${VERSION} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
  );
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe(`Release ${VERSION}`);
  expect(git('rev-parse', `v${VERSION}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
  expect(released('--tagged').output).not.toContain('✗');
  git('tag', '--delete', `v${VERSION}`);
  expect(released('--tagged').output).toContain(`expected the tag v${VERSION}, received no tag`);
});

test('a tag by hand is not published: of a set that was never frozen, or below a newer release', () => {
  changed('CHANGELOG.md', '(unreleased)', '(2026-01-02)');
  committed();
  git('tag', `v${VERSION}`);
  const unfrozen = released('--tagged');
  expect(unfrozen.status).toBe(1);
  expect(problemsIn(unfrozen.output)).toEqual([
    `${SET} was never frozen: ${SUMS} has no checksum of it`,
  ]);
  frozen(setOfVersion(VERSION), '', '');
  committed();
  git('tag', '--force', `v${VERSION}`);
  git('tag', 'v0.9.0');
  expect(problemsIn(released('--tagged').output)).toEqual([]);
  // Not a release, so it says nothing of how high a version must be.
  git('tag', 'v99');
  expect(problemsIn(released('--tagged').output)).toEqual([]);
  git('tag', 'v99.1.0');
  git('tag', 'v99.0.2');
  const low = released('--tagged');
  expect(low.status).toBe(1);
  expect(problemsIn(low.output)).toEqual([`${VERSION} is not higher than 99.1.0, the newest tag`]);
});

test('what has started the workflow is the tag of the release, and its date is one', () => {
  changed('CHANGELOG.md', '(unreleased)', '(TBD)');
  frozen(setOfVersion(VERSION), '', '');
  committed();
  git('tag', `v${VERSION}`);
  git('tag', 'v1');
  const undated = `${VERSION} has no date; run npm run release`;
  expect(problemsIn(released('--tagged').output)).toEqual([undated]);
  pushed = 'v1';
  expect(problemsIn(released('--tagged').output)).toEqual([
    `expected the tag v${VERSION} to be pushed, received v1`,
    undated,
  ]);
  pushed = `v${VERSION}`;
  expect(problemsIn(released('--tagged').output)).toEqual([undated]);
});

test('what the settings of Git hide is seen: sets that are not in the commit, tags, contracts', () => {
  frozen('0.9', '', '');
  changed('docs/requirements/client-checks.md', 'client.check.list"', 'client.check.gone"');
  committed();
  git('tag', 'v0.9.0');
  git('config', 'status.showUntrackedFiles', 'no');
  git('config', 'column.ui', 'always');
  git('config', 'grep.patternType', 'fixed');
  git('rm', '--quiet', '--cached', pathOfSet('0.9'));
  git('commit', '--quiet', '--message', 'Without it');
  expect(problemsIn(released('--dry-run').output)).toEqual([
    `not committed: ?? ${pathOfSet('0.9')}`,
    `${pathOfSet('0.9')} is not in the commit`,
    'the client contract client.check.gone is missing, which was released in v0.9.0; restore it',
  ]);
  git('tag', 'v99.1.0');
  expect(released('--dry-run').output).toContain('is not higher than 99.1.0');
});

test('a checksum whose line has no end is not glued to the next', () => {
  frozen('0.9', '', '');
  writeFileSync(join(folder, SUMS), read(SUMS).trimEnd());
  committed();
  expect(problemsIn(released('--dry-run').output)).toEqual([
    `${SUMS} has more than its lines, or lacks the end of one`,
  ]);
});

test('a set of another version that was never frozen is not released', () => {
  writeFileSync(join(folder, pathOfSet('0.9')), renderSet(GROUPS));
  committed();
  expect(problemsIn(released('--dry-run').output)).toEqual([
    `requirements/0.9.json was never frozen: ${SUMS} has no checksum of it`,
  ]);
});

test('a patch release leaves the frozen set alone', () => {
  // The same requirements; today they would be written without the empty line.
  frozen(setOfVersion(VERSION), /$/, '\n');
  committed();
  const before = [read(SET), read(SUMS)];
  const { status, output } = released();
  expect(status, output).toBe(0);
  expect(output).toContain('writes CHANGELOG.md, commits');
  expect([read(SET), read(SUMS)]).toEqual(before);
});

test('what an earlier release has frozen stays, also if its checksum is written anew', () => {
  frozen('0.9', '', '');
  const contracts = read('docs/requirements/client-checks.md');
  changed('docs/requirements/client-checks.md', 'client.check.list"', 'client.check.gone"');
  committed();
  git('tag', 'v0.9.0');
  expect(problemsIn(released('--dry-run').output)).toEqual([
    'the client contract client.check.gone is missing, which was released in v0.9.0; restore it',
  ]);
  writeFileSync(join(folder, 'docs/requirements/client-checks.md'), contracts);
  committed();
  git('tag', '--force', 'v0.9.0');
  expect(problemsIn(released('--dry-run').output)).toEqual([]);
  writeFileSync(join(folder, SUMS), '');
  frozen('0.9', /^.*"id":"root.about".*\n/m, '');
  committed();
  expect(problemsIn(released('--dry-run').output)).toEqual([
    `${SUMS} lacks the checksum that 0.9.json has in v0.9.0; restore it`,
  ]);
  rmSync(join(folder, pathOfSet('0.9')));
  writeFileSync(join(folder, SUMS), '');
  committed();
  expect(released('--dry-run').output).toContain('lacks the checksum that 0.9.json has');
});

test('a tag that was moved past the freeze is not published', () => {
  changed('CHANGELOG.md', '(unreleased)', '(2026-01-02)');
  frozen(setOfVersion(VERSION), /^.*"id":"root.about".*\n/m, '');
  committed();
  git('tag', `v${VERSION}`);
  expect(problemsIn(released('--tagged').output)).toEqual([
    `root.about is not in ${SET}, which is frozen; this needs a new minor version`,
  ]);
});

test('everything that is wrong is named at once, and nothing is released', () => {
  for (const script of REGENERATING) cpSync(join(ROOT, script), join(folder, script));
  frozen('0.0', '"id":"auth.basic"', '"id":"zzz.taken-out"');
  frozen('1.9', /("id":"user.settings".*?)"1.2"/, '$1"1.1","1.2"');
  changed('README.md', /\d+ of \d+ defects/, '1 of 2 defects');
  committed();
  changed('package-lock.json', `"version": "${VERSION}"`, '"version": "9.9.9"');
  changed('docs/ci.md', `-${VERSION}`, '-9.9.8');
  changed('CHANGELOG.md', '(unreleased)', '(2026-01-02)');
  git('tag', 'v99.0.0');
  git('switch', '--quiet', '--create', 'other');
  const { status, output } = released();
  expect(status).toBe(1);
  for (const problem of [
    'not committed: M docs/ci.md',
    'on other: run git switch main',
    `${VERSION} is already released; add a heading`,
    `${VERSION} is not higher than 99.0.0, the newest tag`,
    'zzz.taken-out (requirements/0.0.json) was released, but is missing now',
    'user.settings (requirements/1.9.json) was released for 1.1, but is not checked there now',
    'was outdated, commit it: M README.md',
    'package-lock.json has 9.9.9',
    'docs/ci.md has 9.9.8',
    'Not released.',
  ]) {
    expect(output).toContain(problem);
  }
  expect(git('tag')).toBe('v99.0.0');
});
