import { symlink, writeFile } from 'node:fs/promises';
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
