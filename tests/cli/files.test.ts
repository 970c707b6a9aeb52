import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformance, inNewFolder } from './command.js';

const ENDLESS = 'it is not a regular file';

test.for<[what: string, args: string[]]>([
  ['--ca', ['run', '--base-url', 'http://127.0.0.1:1', '--ca', '/dev/zero']],
  ['--baseline', ['demo', '--baseline', '/dev/zero']],
  ['report', ['report', '/dev/zero']],
  ['compare', ['compare', '/dev/zero', '/dev/zero']],
  ['client', ['client', '/dev/zero', '/dev/zero']],
  ['restore', ['restore', '/dev/zero']],
])('%s reads no device, which may never end', async ([, args]) => {
  const { status, stderr } = await conformance(args);
  expect(stderr).toMatch(new RegExp(`^conformance: [^\\n]*${ENDLESS}[^\\n]*\\n$`));
  expect(status).toBe(2);
});

test('a .env that is a device is named, and not read', async () => {
  await inNewFolder(async (cwd) => {
    await symlink('/dev/zero', join(cwd, '.env'));
    const { status, stderr } = await conformance(['list'], { cwd });
    expect([status, stderr]).toEqual([
      2,
      `conformance: .env cannot be read: ${ENDLESS}; expected lines NAME=value\n`,
    ]);
  });
});

test.for<[what: string, megabytes: number, args: string[]]>([
  ['baseline', 1, ['demo', '--baseline', 'long']],
  ['file of certificates', 4, ['run', '--base-url', 'http://127.0.0.1:1', '--ca', 'long']],
  ['report', 16, ['report', 'long']],
])('a %s of more than %d MB is refused in one line', async ([, megabytes, args]) => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'long'), Buffer.alloc(megabytes * 1_000_000 + 1, ' '));
    const { status, stderr } = await conformance(args, { cwd });
    expect(stderr).toContain(`long cannot be read: it is longer than the limit of ${megabytes} MB`);
    expect(stderr.split('\n')).toHaveLength(2);
    expect(status).toBe(2);
  });
});

const WRITING = ['run', '--base-url', 'http://127.0.0.1:1', '--allow-writes'];

test.for<[first: string, second: string, says: string]>([
  ['--report a.json', '--journal a.json', '--report: a.json is also the file of --journal'],
  ['--report folder/../a.json', '--journal a.json', 'also the file of --journal'],
  ['--report link/a.json', '--journal folder/a.json', 'also the file of --journal'],
  // It leads to the journal once that is created.
  ['--report dangling.json', '--journal a.json', 'also the file of --journal'],
  ['--write-baseline a', '--journal ./a', '--write-baseline: a is also the file of --journal'],
  ['--write-baseline a.json', '--report a.json', 'also the file of --write-baseline'],
  ['--write-baseline ./a.json', '--report folder/../a.json', 'also the file of --write-baseline'],
  ['--baseline a.json', '--report ./a.json', '--report: ./a.json is an input file'],
  ['--report a.json', '--report ./a.json', '--report: ./a.json is given twice'],
  ['--report a.json', '--report a.json', '--report: a.json is given twice'],
])('%s with %s is one file for two, and refused', async ([first, second, says]) => {
  await inNewFolder(async (cwd) => {
    await mkdir(join(cwd, 'folder'));
    await symlink('folder', join(cwd, 'link'));
    await symlink('a.json', join(cwd, 'dangling.json'));
    const args = [...WRITING, ...`${first} ${second}`.split(' ')];
    const env = { CONFORMANCE_USER_TOKEN: 'a-token-of-user' };
    const { status, stderr } = await conformance(args, { cwd, env });
    expect(stderr).toMatch(/^conformance: [^\n]+; expected another file\n$/);
    expect(stderr).toContain(says);
    expect(status).toBe(2);
    expect((await readdir(cwd)).sort()).toEqual(['dangling.json', 'folder', 'link']);
  });
});

test('restore of a file that is not there says what that may mean', async () => {
  const { status, stdout, stderr } = await conformance(['restore', 'nowhere']);
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    'conformance: no journal at nowhere: either the run was killed before its first write, and nothing is to be restored, or the path is another\n',
  ]);
});
