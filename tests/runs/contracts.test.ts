import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBaseline } from '../../analysis/baseline/read.js';
import { CLIENT_CONTRACTS } from '../../cli/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { type Reference, startReference } from '../../fixtures/reference/start.js';
import type { Report } from '../../harness/report.js';
import { conformance, inNewFolder, type Outcome } from '../cli/command.js';

/** What does not depend on the order of links: sound, and cheap. */
const SOUND = 'root,client-paging';

let reference: Reference;
beforeAll(async () => {
  const behaviour = soundBehaviour();
  const { first, last, prev, next } = behaviour.paging.relations;
  if (!first || !last || !prev || !next) throw new Error('a relation is missing');
  behaviour.paging.relations = { first, last, prev, next };
  reference = await startReference({ behaviour });
});
afterAll(() => reference.stop());

/** Runs the command on an instance whose first link is not `next`. */
async function run(cwd: string, ...args: string[]): Promise<Outcome & { report: Report }> {
  const command = ['run', '--base-url', reference.url, '--versions', '1.1,1.2', '--quiet'];
  const outcome = await conformance([...command, '--report', 'r.json', ...args], { cwd });
  return { ...outcome, report: JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) };
}

test('a client contract that fails is reported, and changes no verdict and no exit status', async () => {
  await inNewFolder(async (cwd) => {
    const files = ['r.xml', 'r.md', 'r.html'].flatMap((file) => ['--report', file]);
    const { status, stdout, report } = await run(cwd, '--only', SOUND, ...files);
    expect([status, report.verdict, report.counts.fail]).toEqual([0, 'conformant', 0]);
    expect(stdout).toMatch(
      /^ CONFORMANT .* client contracts: \d+ of \d+ hold, \d+ fails? \(breaks .*pwclient.* not checked/,
    );
    const [contracts, ...more] = report.extensions ?? [];
    expect([contracts?.verdict, more]).toEqual(['nonconformant', []]);
    const failing = contracts?.results.filter(({ verdict }) => verdict === 'fail');
    expect(failing?.map(({ requirement, version }) => `${requirement} ${version}`)).toEqual([
      'client.link.next-first 1.1',
      'client.link.next-first 1.2',
    ]);
    const [xml = '', markdown, html] = await Promise.all(
      ['r.xml', 'r.md', 'r.html'].map((file) => readFile(join(cwd, file), 'utf8')),
    );
    expect(xml).not.toMatch(/<failure|<error/);
    expect(xml).toContain('<testsuite name="client contracts"');
    for (const text of [xml, markdown, html]) expect(text).toContain('client.link.next-first');
    const shown = await conformance(['report', 'r.json'], { cwd });
    expect(shown.stdout).toMatch(/── Client contracts: .*breaks .*pwclient/);
    expect(shown.stdout).toMatch(
      /✗ client\.link\.next-first {2}MUST, fails in 1\.1–1\.2, breaks .*pwclient/,
    );
    expect(shown.stdout).not.toMatch(/rerun: .*client\./);
    expect(shown.status).toBe(0);
  });
});

test('they can be left out, and chosen by group or id', async () => {
  await inNewFolder(async (cwd) => {
    const groups = CLIENT_CONTRACTS.groups.map(({ name }) => name).join(',');
    const without = await run(cwd, '--only', 'root', '--skip', groups);
    expect(without.report.extensions).toBeUndefined();
    expect([without.status, without.stdout]).toEqual([0, expect.not.stringContaining('contract')]);
    const only = await run(cwd, '--only', 'root.*,client.link.spelling');
    const results = only.report.extensions?.[0]?.results ?? [];
    const checked = results.filter(({ verdict }) => verdict === 'pass');
    expect(checked.map(({ requirement, version }) => `${requirement} ${version}`)).toEqual([
      'client.link.spelling 1.1',
      'client.link.spelling 1.2',
    ]);
    const some = await run(cwd, '--only', SOUND, '--skip', 'client.link.next-first');
    expect(some.stdout).not.toContain('broken');
  });
});

test('a run of contracts alone says nothing about the instance', async () => {
  await inNewFolder(async (cwd) => {
    const { status, report } = await run(cwd, '--only', 'client.link.next-first');
    expect([status, report.verdict]).toEqual([3, 'incomplete']);
  });
});

test('a baseline neither lists nor expects them', async () => {
  await inNewFolder(async (cwd) => {
    await run(cwd, '--only', SOUND, '--write-baseline', 'known.yaml');
    expect(readBaseline(await readFile(join(cwd, 'known.yaml'), 'utf8'))).toEqual([]);
    const held = await run(cwd, '--only', SOUND, '--baseline', 'known.yaml');
    expect(held.report.baseline).toMatchObject({ outcome: 'as-expected', problems: [] });
    expect(held.status).toBe(0);
    const entry = "expected:\n  - requirement: client.link.next-first\n    versions: ['1.1']\n";
    await writeFile(join(cwd, 'own.yaml'), entry);
    const listed = await run(cwd, '--only', SOUND, '--baseline', 'own.yaml');
    expect(listed.report.baseline?.problems).toMatchObject([{ kind: 'unknown-requirement' }]);
    expect(listed.status).toBe(1);
  });
});
