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
} from '../../release/requirement-sets.js';
import { ROOT } from '../docs/pages.js';

const VERSION = manifest.version;
/** The set that the release freezes. */
const SET = pathOfSet(setOfVersion(VERSION));

let folder: string;

/** A repository of its own with what this checkout holds, of which nothing is released yet. */
beforeEach(() => {
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
    ['dist/release/main.js', ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        ...who,
        GIT_COMMITTER_NAME: 'A',
        GIT_COMMITTER_EMAIL: 'a@example.org',
      },
    },
  );
  return { status, output: `${stdout}${stderr}` };
}

/** Freezes a set as an earlier release did, whose text differed from that of today. */
function frozen(name: string, from: RegExp | string, to: string): void {
  const text = renderSet(GROUPS).replace(from, to);
  writeFileSync(join(folder, pathOfSet(name)), text);
  writeFileSync(join(folder, SUMS), read(SUMS) + checksumLine(name, text));
}

/** The line of a requirement in a set. */
const BASIC = /^\{"id":"auth\.basic".*\n/m;

test('a dry run says what would be done, and does none of it', () => {
  const before = git('rev-parse', 'HEAD');
  const { status, output } = released('--dry-run');
  expect(output).not.toContain('✗');
  expect(status, output).toBe(0);
  expect(output).toContain(`tags     v${VERSION}`);
  expect(output).toContain('Dry run: nothing was changed.');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('rev-parse', 'HEAD')).toBe(before);
  expect(git('tag')).toBe('');
});

test('a release dates the heading, freezes the requirements, commits and tags; once', () => {
  frozen('0.0', BASIC, '');
  committed();
  const { status, output } = released();
  expect(status, output).toBe(0);
  expect(output).toContain('and 1 new ids');
  expect(read(SET)).toMatch(BASIC);
  expect(read(SUMS).endsWith(checksumLine(setOfVersion(VERSION), read(SET)))).toBe(true);
  expect(read('CHANGELOG.md')).toMatch(
    new RegExp(`^## ${VERSION} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'),
  );
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe(`Release ${VERSION}`);
  expect(git('rev-parse', `v${VERSION}^{commit}`)).toBe(git('rev-parse', 'HEAD'));
  expect(released('--tagged').output).not.toContain('✗');
  const again = released();
  expect(again.status).toBe(1);
  expect(again.output).toContain('is already released; add a heading');
  expect(again.output).toContain(`the tag v${VERSION} already exists`);
  expect(git('tag')).toBe(`v${VERSION}`);
});

test('a patch release leaves the frozen set alone', () => {
  frozen(setOfVersion(VERSION), '"must"', '"should"');
  committed();
  const before = [read(SET), read(SUMS)];
  const { status, output } = released();
  expect(status, output).toBe(0);
  expect(output).toContain('writes   CHANGELOG.md\n');
  expect([read(SET), read(SUMS)]).toEqual(before);
});

test('everything that is wrong is named at once, and nothing is released', () => {
  frozen('0.0', '"id":"auth.basic"', '"id":"zzz.taken-out"');
  changed('README.md', /\d+ of \d+ are detected/, '1 of 2 are detected');
  changed('.env.example', 'CONFORMANCE_ONLY=', 'CONFORMANCE_ONLY=root');
  changed('schemas/v1.2/schema.json', '"minLength": 1', '"minLength": 2');
  changed('package-lock.json', `"version": "${VERSION}"`, '"version": "9.9.9"');
  changed('package.json', '"!dist/proof",', '');
  changed('docs/ci.md', `-${VERSION}`, '-9.9.8');
  changed('docs/publishing.md', `# v${VERSION}`, '# v9.9.7');
  git('switch', '--quiet', '--create', 'other');
  const { status, output } = released();
  expect(status).toBe(1);
  for (const problem of [
    'not committed: M README.md',
    'on other: run git switch main',
    'zzz.taken-out (requirements/0.0.json) was released, but is missing now',
    'README.md is outdated (npm run docs)',
    '.env.example is outdated',
    'schemas/v1.2/schema.json is outdated (npm run schemas)',
    'package-lock.json has 9.9.9',
    'docs/ci.md has 9.9.8',
    'docs/publishing.md has 9.9.7',
    'the package would contain dist/proof/main.js',
    'Not released.',
  ]) {
    expect(output).toContain(problem);
  }
  expect(git('tag')).toBe('');
  expect(read('CHANGELOG.md')).toContain('(unreleased)');
});

test('an empty heading, and a step that is too small, are refused', () => {
  frozen('0.0', BASIC, '');
  committed();
  git('tag', 'v1.4.1');
  const next = `## 1.4.2 (unreleased)\n\n## ${VERSION} (2026-01-01)`;
  changed('CHANGELOG.md', `## ${VERSION} (unreleased)`, next);
  const { status, output } = released('--dry-run');
  expect(status).toBe(1);
  expect(output).toContain('no changes listed under 1.4.2');
  expect(output).toContain(
    'the requirement auth.basic is new: expected at least 1.5.0, received 1.4.2',
  );
  expect(output).toContain(`package.json has ${VERSION}`);
});

test('a commit that npm run release has not tagged is not to be published', () => {
  const { status, output } = released('--tagged');
  expect(status).toBe(1);
  expect(output).toContain(`expected the tag v${VERSION}, received no tag`);
  expect(output).toContain(`${VERSION} has no date; run npm run release`);
  expect(output).toContain('Not to be published.');
  released();
  git('tag', '--delete', `v${VERSION}`);
  git('tag', 'v9.9.9');
  const other = released('--tagged');
  expect(other.status).toBe(1);
  expect(other.output).toContain(`expected the tag v${VERSION}, received v9.9.9`);
});
