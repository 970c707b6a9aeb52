import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { likeRelease } from '../../fixtures/reference/like/like-release.js';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder } from '../cli/command.js';

/** Calls back with a reference like release 3.2, with a fault if one is named. */
async function withRelease<T>(fault: string | undefined, work: (url: string) => Promise<T>) {
  const behaviour = soundBehaviour();
  likeRelease(behaviour, '3.2');
  if (fault !== undefined) faultNamed(fault).apply(behaviour);
  const reference = await startReference({ behaviour });
  try {
    return await work(reference.url);
  } finally {
    await reference.stop();
  }
}

/** A known failure of release 3.2 that the reference has, one that it has not, and what a fault breaks. */
const ONLY = ['--only', 'filter.checks.state,search.projects,page.prev.absent-on-first'];

test('a starter baseline expects the failures of its release; those not seen are no problem', async () => {
  await inNewFolder(async (cwd) => {
    await withRelease(undefined, async (url) => {
      const run = ['--base-url', url, ...ONLY];
      const without = await conformance([...run, '--quiet'], { cwd });
      expect(without.status).toBe(1);
      const args = [...run, '--baseline', 'patchwork-3.2', '--report', 'run.json'];
      const { status, stdout } = await conformance(args, { cwd });
      expect(stdout).toMatch(
        /baseline {2}patchwork-3\.2;.*; 1 known failure not seen: search\.projects\n/,
      );
      expect(stdout).toContain(
        '    Baseline: release 3.2: GET /api/1.3/patches/1/checks/?state=pending',
      );
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
        /^ AS EXPECTED .* · 1 expected failure \(baseline patchwork-3\.2\) · /,
      );
      expect(status).toBe(0);
      const report: unknown = JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8'));
      expect(report).toMatchObject({
        baseline: {
          file: 'patchwork-3.2',
          starter: true,
          notSeen: ['search.projects'],
          outcome: 'as-expected',
          problems: [],
        },
      });
      const shown = await conformance(['report', 'run.json', '--quiet'], { cwd });
      expect(shown.stdout).toMatch(/^ AS EXPECTED/);
    });
  });
});

test('another failure is unexpected, and becomes part of a baseline of its own', async () => {
  await inNewFolder(async (cwd) => {
    await withRelease('prev-on-first-page', async (url) => {
      const run = ['--base-url', url, ...ONLY];
      const starter = ['--baseline', 'patchwork-3.2', '--write-baseline', 'own.yaml'];
      const first = await conformance([...run, ...starter], { cwd });
      expect(first.stdout).toContain(
        'write a baseline of your own: --baseline patchwork-3.2 --write-baseline FILE',
      );
      expect(first.stdout).toMatch(/ NOT AS EXPECTED .* · 1 unexpected failure · /);
      expect(first.status).toBe(1);
      const own = await readFile(join(cwd, 'own.yaml'), 'utf8');
      expect(own).toContain('requirement: page.prev.absent-on-first');
      expect(own).toContain("reason: 'release 3.2: GET /api/1.3/patches/1/checks/?state=pending");
      expect(own).not.toContain('search.projects');
      const again = await conformance([...run, '--baseline', 'own.yaml', '--quiet'], { cwd });
      expect(again.stdout).toMatch(/^ AS EXPECTED/);
      expect(again.status).toBe(0);
    });
  });
});

test('a file of the name of a starter baseline takes precedence', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'patchwork-3.2'), 'expected:\n');
    await withRelease(undefined, async (url) => {
      const args = ['--base-url', url, ...ONLY, '--baseline', 'patchwork-3.2', '--quiet'];
      const { status, stdout } = await conformance(args, { cwd });
      expect(stdout).toMatch(/^ NOT AS EXPECTED/);
      expect(status).toBe(1);
    });
  });
});

test('an unknown name is refused with the names that there are', async () => {
  await inNewFolder(async (cwd) => {
    const args = ['--base-url', 'http://127.0.0.1:9', '--baseline', 'patchwork-9.9'];
    expect(await conformance(args, { cwd })).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'conformance: --baseline: patchwork-9.9 cannot be read: no such file or directory; expected a baseline written by --write-baseline FILE, or one of patchwork-2.1, patchwork-2.2, patchwork-3.0, patchwork-3.1, patchwork-3.2, patchwork-main\n',
    });
  });
});
