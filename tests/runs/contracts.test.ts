import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIENT_CONTRACTS } from '../../cli/catalogue.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { firstLinkFirst, ran, withInstance } from './instance.js';

/** What does not depend on the order of links: sound, and cheap. */
const SOUND = ['--only', 'root,client-paging'];

/** Calls back with the start of a command that tests such an instance. */
function withCommand<T>(work: (command: string[]) => Promise<T>): Promise<T> {
  return withInstance({ change: firstLinkFirst }, ({ url }) =>
    work(['run', '--base-url', url, '--versions', '1.2', '--quiet']),
  );
}

test('a client contract that fails is reported, and changes no verdict and no exit status', async () => {
  const { status, stdout, report, files } = await withCommand((command) =>
    ran([...command, ...SOUND], { files: ['r.xml', 'r.md', 'r.html'] }),
  );
  expect([status, report.verdict, report.counts.fail]).toEqual([0, 'conformant', 0]);
  expect(stdout).toMatch(/^ CONFORMANT .* in 1\.2\n$/);
  const [contracts, ...more] = report.extensions ?? [];
  expect([contracts?.verdict, more]).toEqual(['nonconformant', []]);
  const failing = contracts?.results.filter(({ verdict }) => verdict === 'fail');
  expect(failing?.map(({ requirement, version }) => `${requirement} ${version}`)).toEqual([
    'client.link.next-first 1.2',
    'client.link.no-blank 1.2',
  ]);
  const [xml = ''] = files;
  expect(xml).not.toMatch(/<failure|<error/);
  expect(xml).toContain('<testsuite name="client contracts"');
  for (const text of files) expect(text).toContain('client.link.next-first');
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'r.json'), JSON.stringify(report));
    const shown = await conformance(['report', 'r.json'], { cwd });
    expect(shown.stdout).toMatch(/── Client contracts: .*breaks .*pwclient/);
    expect(shown.stdout).toMatch(
      /✗ client\.link\.no-blank {2}client contract, fails in 1\.2, breaks .*pwclient/,
    );
    expect(shown.stdout).not.toMatch(/rerun what fails: .*client\./);
    expect(shown.status).toBe(0);
  });
});

test('they can be left out, and chosen by group or id; alone they say nothing about the instance', async () => {
  await withCommand(async (command) => {
    const groups = CLIENT_CONTRACTS.groups.map(({ name }) => name).join();
    const without = await ran([...command, '--only', 'root', '--skip', groups]);
    expect(without.report.extensions).toBeUndefined();
    expect([without.status, without.stdout]).toEqual([0, expect.not.stringContaining('contract')]);
    const one = await ran([...command, '--only', 'root.*,client.link.spelling']);
    const results = one.report.extensions?.flatMap((each) => each.results) ?? [];
    const checked = results.filter(({ verdict }) => verdict === 'pass');
    expect(checked.map(({ requirement, version }) => `${requirement} ${version}`)).toEqual([
      'client.link.spelling 1.2',
    ]);
    const alone = await ran([...command, '--only', 'client.link.next-first']);
    expect([alone.status, alone.report.verdict]).toEqual([2, 'incomplete']);
    expect(alone.stdout).toMatch(/ NOTHING CHECKED .*nothing that is scored was checked/);
  });
});
