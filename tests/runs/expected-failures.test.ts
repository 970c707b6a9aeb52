import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { conformance, inNewFolder } from '../cli/command.js';

const ONLY = ['--only', 'page.next.absent-on-last', '--versions', '1.1,1.2'];

/** Calls back with a reference whose last page has a next one, or with a sound one. */
async function withReference<T>(sound: boolean, work: (url: string) => Promise<T>): Promise<T> {
  const behaviour = soundBehaviour();
  if (!sound) faultNamed('next-on-last-page').apply(behaviour);
  const reference = await startReference({ behaviour });
  try {
    return await work(reference.url);
  } finally {
    await reference.stop();
  }
}

test('what is written is expected from then on, until it is mended', async () => {
  await inNewFolder(async (cwd) => {
    await withReference(false, async (url) => {
      const run = ['--base-url', url, ...ONLY];
      const first = await conformance([...run, '--write-baseline', 'known.yaml'], { cwd });
      expect(first.stderr).toMatch(
        /conformance: wrote known\.yaml: 2 expected results, 2 new \(add a reason\)\n$/,
      );
      expect(first.status).toBe(1);
      const text = await readFile(join(cwd, 'known.yaml'), 'utf8');
      const reason = 'reason: the proxy counts from the wrong end';
      await writeFile(join(cwd, 'known.yaml'), text.replace(/reason:$/m, reason));
      const again = await conformance(
        [...run, '--baseline', 'known.yaml', '--report', 'run.json'],
        {
          cwd,
        },
      );
      expect(again.stdout).toContain('    Baseline: the proxy counts from the wrong end\n');
      expect(again.stdout.trimEnd().split('\n').at(-1)).toMatch(
        /^ AS EXPECTED {2}\(read-only, anonymous, --only\) · 1 expected failure \(baseline known\.yaml\) · 1 of \d+ requirements checked in 1\.1–1\.2$/,
      );
      expect(again.status).toBe(0);
      const report: unknown = JSON.parse(await readFile(join(cwd, 'run.json'), 'utf8'));
      expect(report).toMatchObject({
        verdict: 'nonconformant',
        baseline: { file: 'known.yaml', outcome: 'as-expected', problems: [] },
      });
    });
    await withReference(true, async (url) => {
      const args = ['--base-url', url, ...ONLY, '--baseline', 'known.yaml'];
      const mended = await conformance(args, { cwd });
      expect(mended.stdout).toContain(
        '✓ stale: expected to fail, but now holds: remove the entry: page.next.absent-on-last in 1.1 1.2',
      );
      expect(mended.stdout).toMatch(
        / NOT AS EXPECTED {2}\(read-only, anonymous, --only\) · 1 entry of known\.yaml out of date/,
      );
      expect(mended.status).toBe(1);
    });
  });
});
