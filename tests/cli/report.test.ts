import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { INSTALLED_PROGRAM } from '../../harness/shell.js';
import { readArchive } from '../reporters/archive.js';
import { notAsExpected } from '../reporters/baselines.js';
import { manyFails, twoFails } from '../reporters/reports.js';
import { conformance, inNewFolder } from './command.js';

const WRITING = ['demo', '--only', 'root.answers,user.update.first-name', '--versions', '1.2..1.3'];

const texts = async (folder: string, ...names: string[]) =>
  Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));

test.concurrent('a run writes every format, the archive with all that was exchanged', async () => {
  await inNewFolder(async (cwd) => {
    const names = ['run.json', 'run.md', 'run.xml', 'run.svg', 'run.har'];
    const args = [...WRITING, ...names.flatMap((name) => ['--report', name])];
    const { status, stdout } = await conformance(args, { cwd });
    expect(status).toBe(0);
    const [json = '', md, xml, svg, har = ''] = await texts(cwd, ...names);
    const { traffic, exchanges } = JSON.parse(json) as Report;
    expect(exchanges).toEqual([]);
    const { comment, entries } = readArchive(har).log;
    expect(comment).toMatch(/^All requests to /);
    expect(entries).toHaveLength(traffic.requests);
    const methods = entries.map(({ request }) => request.method);
    const counted = [...new Set(methods)].map((method): [string, number] => [
      method,
      methods.filter((each) => each === method).length,
    ]);
    expect(Object.fromEntries(counted)).toEqual(traffic.byMethod);
    expect(traffic.byMethod.PATCH).toBeGreaterThan(0);
    expect(new Set(entries.map((entry) => entry.comment)).size).toBe(entries.length);
    const moments = entries.map(({ startedDateTime }) => startedDateTime);
    expect(moments).toEqual([...moments].sort());
    expect(har).toContain('$CONFORMANCE_USER_TOKEN');

    await mkdir(join(cwd, 'again'));
    const again = names.flatMap((name) => ['--report', `again/${name}`]);
    const rendered = await conformance(['report', 'run.json', ...again, '--quiet'], { cwd });
    expect(rendered).toEqual({ status: 0, stdout: '', stderr: '' });
    const [json2, md2, xml2, svg2, har2 = ''] = await texts(join(cwd, 'again'), ...names);
    expect([json2, md2, xml2, svg2]).toEqual([json, md, xml, svg]);
    expect(readArchive(har2).log.entries).toEqual([]);
    const shown = await conformance(['report', 'run.json'], { cwd });
    expect(shown).toEqual({ status: 0, stdout, stderr: '' });
  });
});

test.concurrent('failures are printed as commands that GitHub obeys', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'run.json'), JSON.stringify(twoFails()));
    const { stdout } = await conformance(['report', 'run.json', '--annotations'], { cwd });
    expect(stdout).toMatch(/^(::error title=[^\n]+\n){3}$/);
  });
});

test.concurrent('a stored report is shown again; that something failed is not judged again', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'run.json'), JSON.stringify(notAsExpected()));
    const verdict = await conformance(['report', 'run.json', '--quiet'], { cwd });
    expect(verdict.stdout).toMatch(/^ NOT AS EXPECTED [^\n]*\n$/);
    expect([verdict.status, verdict.stderr]).toEqual([0, '']);
    const args = ['report', 'run.json', '--report', 'x.md', '--report', 'x.svg'];
    const written = await conformance(args, { cwd });
    expect(written.stderr).toBe('conformance: wrote x.md\nconformance: wrote x.svg\n');
    expect([written.status, written.stdout]).toEqual([0, '']);
  });
});

test.concurrent('commands to run next begin as this one did; the report itself does not keep that', async () => {
  await inNewFolder(async (cwd) => {
    const stored = JSON.stringify(manyFails());
    await writeFile(join(cwd, 'run.json'), stored);
    const names = ['x.md', 'x.html', 'x.json'];
    const reports = names.flatMap((name) => ['--report', name]);
    await conformance(['report', 'run.json', ...reports], { cwd });
    const { stdout } = await conformance(['report', 'run.json'], { cwd });
    const [md = '', html = '', json] = await texts(cwd, ...names);
    for (const text of [stdout, md, html]) {
      expect(text).toMatch(/npx conformance explain \w/);
      expect(text).toMatch(/npx conformance doctor --base-url \w/);
      expect(text).not.toContain(INSTALLED_PROGRAM);
    }
    expect(json).not.toContain('npx');
  });
});

test.concurrent('what is no report is one clear line and status 2, and nothing is written', async () => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'cut.json'), JSON.stringify(twoFails()).slice(0, 5000));
    const cases: [args: string[], expected: RegExp][] = [
      [['cut.json', '--report', 'x.md'], /cut\.json is damaged: its JSON is truncated/],
      [[], /report needs the report of a run, written with --report RUN\.json/],
      [['cut.json', '--report', 'x.pdf'], /expected a file ending in \.json, .*\.md/],
    ];
    for (const [args, expected] of cases) {
      const { status, stdout, stderr } = await conformance(['report', ...args], { cwd });
      expect(stderr).toMatch(expected);
      expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
      expect([status, stdout]).toEqual([2, '']);
    }
    expect(await readdir(cwd)).toEqual(['cut.json']);
  });
});
