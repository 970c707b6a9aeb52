import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../docs/pages.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'conformance-ci-run-'));
  mkdirSync(join(folder, 'bin'));
  cpSync(join(ROOT, '.ci'), join(folder, '.ci'), { recursive: true });
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the steps of every change with a script in the place of npm. */
function runWith(npm: string) {
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n${npm}\n`);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` };
  const script = join(folder, '.ci/run');
  const { status, stdout } = spawnSync('bash', [script, 'change'], { encoding: 'utf8', env });
  return { status, end: stdout.trimEnd().split('\n').at(-1) };
}

test('every step that passes is counted', () => {
  expect(runWith('exit 0')).toEqual({ status: 0, end: '5 passed, 0 failed' });
});

test('a step that fails is counted, and so is one whose lane was killed', () => {
  expect(runWith('[ "$*" != "run demo" ]')).toEqual({ status: 1, end: '4 passed, 1 failed' });
  expect(runWith('[ "$*" != "run test:docs" ] || kill -9 "$PPID"')).toEqual({
    status: 1,
    end: '4 passed, 1 failed',
  });
});
