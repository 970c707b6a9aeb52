import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { answerProfile } from '../../analysis/client-profile/answer-profile.js';
import { readProfile } from '../../analysis/client-profile/read.js';
import { clientCommand } from '../../cli/client.js';
import { parseReport } from '../../harness/stored-report.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { everywhere, plotted } from '../comparison/plots.js';

const SHIPPED = ['git-pw', 'pwclient'].map((name) => ({
  name,
  file: fileURLToPath(new URL(`../../fixtures/clients/${name}.yaml`, import.meta.url)),
}));

/** What most of the needs rest on, and costs few requests. */
const ENOUGH = [
  'version.*',
  'patch.*',
  'auth.basic',
  'auth.sign-in',
  'cover.list',
  'series.list',
  'series.detail',
  'bundle.list',
  'check.list',
  'event.list',
];

test('the profiles that come with the project are read, and answered on the reference', async () => {
  await inNewFolder(async (cwd) => {
    const args = ['demo', '--quiet', '--only', ENOUGH.join(','), '--report', 'run.json'];
    expect((await conformance(args, { cwd })).status).toBe(0);
    const report = parseReport(await readFile(join(cwd, 'run.json'), 'utf8'));
    const ids = report.requirements.map(({ id }) => id);
    for (const { name, file } of SHIPPED) {
      const profile = readProfile(await readFile(file, 'utf8'), ids);
      const answer = answerProfile({ file, profile }, { file: 'run.json', report });
      expect(profile.name).toBe(name);
      const newest = answer.versions.at(-1);
      expect(newest?.version).toBe('1.4');
      expect(newest?.counts, name).toMatchObject({ broken: 0, absent: 0 });
      expect(newest?.counts.holds, name).toBeGreaterThan(60);
      // Writing patches and most of their filters are not for the suite to examine.
      expect(newest?.counts.uncovered, name).toBeGreaterThan(0);
      expect(answer.verdict).toBe('undetermined');
      expect(answer.highestUncontradicted).toBe('1.4');
    }
  });
});

test('the answer as JSON on standard output, and a status of its own', async () => {
  await inNewFolder(async (cwd) => {
    const report = plotted({ 'cover.list': { verdicts: everywhere('fail') } });
    await writeFile(join(cwd, 'run.json'), JSON.stringify(report));
    await writeFile(join(cwd, 'my.yaml'), 'name: mine\nendpoints: [covers]\n');
    const { status, stdout, stderr } = await conformance(
      ['client', 'my.yaml', 'run.json', '--report', '-', '--report', 'a.md'],
      { cwd },
    );
    expect(JSON.parse(stdout)).toMatchObject({
      format: 'conformance-client/1',
      verdict: 'not-met',
      needs: [{ kind: 'endpoints', name: 'covers', requirements: ['cover.list'] }],
    });
    expect(stderr).toMatch(/^conformance: wrote a\.md\n NOT MET {2}1\.2 is closest[^\n]*\n$/);
    expect(status).toBe(1);
  });
});

test('what cannot be read is refused in one line', async () => {
  await inNewFolder(async (folder) => {
    const [run, good, bad] = ['run.json', 'good.yaml', 'bad.yaml'].map((name) =>
      join(folder, name),
    );
    if (run === undefined || good === undefined || bad === undefined) throw new Error('no names');
    await writeFile(
      run,
      JSON.stringify(plotted({ 'cover.list': { verdicts: everywhere('pass') } })),
    );
    await writeFile(good, 'name: mine\nendpoints: [covers]\n');
    await writeFile(bad, 'name: mine\nendpoints: [cover]\n');
    const values = { report: undefined, noColor: undefined, debug: undefined };
    const refusals: [files: string[], message: RegExp][] = [
      [[good], /client needs a profile and one report/],
      [[good, run, run], /client needs a profile and one report/],
      [[`${good}x`, run], /cannot be read: no such file/],
      [
        [bad, run],
        /bad\.yaml is not a client profile: line 2: unknown endpoints "cover"; similar: covers/,
      ],
      [[run, good], /is not a report/],
    ];
    for (const [files, message] of refusals) {
      const refused = clientCommand(values, files);
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.toMatchObject({ name: 'Refusal' });
    }
  });
});
