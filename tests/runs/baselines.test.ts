import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, inNewFolder } from '../cli/command.js';
import { withInstance } from './instance.js';

/** A known failure of release 3.2 that the reference has, one that it has not, and what a fault breaks. */
const ONLY = ['--only', 'filter.checks.state,search.projects,page.prev.absent-on-first'];

const STARTER = ['--baseline', 'patchwork-3.2'];

/** Runs the command in a folder on an instance like release 3.2, with a fault if one is named. */
function tested(cwd: string, args: readonly string[], faults: readonly string[] = []) {
  return withInstance({ like: '3.2', faults }, ({ url }) =>
    conformance(['--base-url', url, ...ONLY, ...args], { cwd }),
  );
}

test('a starter baseline expects the failures of its release; those not seen are no problem', async () => {
  await inNewFolder(async (cwd) => {
    const { status, stdout } = await tested(cwd, [...STARTER, '--report', 'run.json']);
    expect(stdout).toMatch(
      /baseline {2}patchwork-3\.2;.*; 1 known failure not seen: search\.projects\n/,
    );
    expect(stdout).toContain('    Baseline: release 3.2: GET patches/1/checks/?state=pending');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^ AS EXPECTED .* · 1 expected failure \(baseline patchwork-3\.2\) · /,
    );
    expect(status).toBe(0);
    const report: unknown = JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8'));
    expect(report).toMatchObject({
      verdict: 'nonconformant',
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

test("another failure is unexpected, and is written into a baseline of one's own beside the known ones", async () => {
  const faults = ['prev-on-first-page'];
  await inNewFolder(async (cwd) => {
    const first = await tested(cwd, [...STARTER, '--write-baseline', 'own.yaml'], faults);
    expect(first.stdout).toContain(
      'write a baseline of your own: --baseline patchwork-3.2 --write-baseline FILE',
    );
    expect(first.stdout).toMatch(/ NOT AS EXPECTED .* · 1 unexpected failure · /);
    expect(first.stderr).toMatch(/conformance: wrote own\.yaml: \d+ expected results, .*\d+ new /);
    expect(first.status).toBe(1);
    const own = await readFile(join(cwd, 'own.yaml'), 'utf8');
    expect(own).toContain('requirement: page.prev.absent-on-first');
    expect(own).toContain("reason: 'release 3.2: GET patches/1/checks/?state=pending");
    expect(own).not.toContain('search.projects');
  });
});

test('a file of the name of a starter baseline takes precedence', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'patchwork-3.2'), 'expected:\n');
    const { status, stdout } = await tested(cwd, [...STARTER, '--quiet']);
    expect(stdout).toMatch(/^ NOT AS EXPECTED/);
    expect(status).toBe(1);
  });
});

test('an unknown name is refused with the names that there are', async () => {
  const args = ['--base-url', 'http://127.0.0.1:9', '--baseline', 'patchwork-9.9'];
  expect(await conformance(args)).toEqual({
    status: 2,
    stdout: '',
    stderr:
      'conformance: --baseline: patchwork-9.9 cannot be read: no such file or directory; expected a baseline written by --write-baseline FILE, or one of patchwork-2.1, patchwork-2.2, patchwork-3.0, patchwork-3.1, patchwork-3.2-sqlite, patchwork-3.2, patchwork-main\n',
  });
});
