import { once } from 'node:events';
import { expect, test } from 'vitest';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { conformance, inNewFolder, start } from './command.js';

const IDS = [...GROUPS, ...CLIENT_CONTRACTS.groups].flatMap(({ requirements }) =>
  requirements.map(({ id }) => id),
);

test('list shows every requirement on a line of its own', async () => {
  const { status, stdout } = await conformance(['list']);
  const lines = stdout.split('\n').filter((line) => line.startsWith('  '));
  expect(lines.map((line) => line.trim().split(' ')[0])).toEqual(IDS);
  expect(stdout).toMatch(/root\.answers +must +1\.0–1\.4 +`GET/);
  expect(status).toBe(0);
});

test('list and explain name the clients that a client contract is for', async () => {
  const id = 'client.link.spelling';
  const { stdout } = await conformance(['list', '--json', '--only', id]);
  expect(JSON.parse(stdout)).toMatchObject([{ id, group: 'client-paging', breaks: ['pwclient'] }]);
  const explained = await conformance(['explain', id]);
  expect(explained.stdout).toMatch(/source +pwclient pwclient\/api\.py/);
  expect(explained.stdout).toMatch(/breaks +pwclient\n/);
  expect(explained.stdout).toMatch(
    /check it +npx conformance --base-url URL --only client\.link\.sp/,
  );
  expect(explained.status).toBe(0);
});

test('a reader that goes away is no error', async () => {
  await inNewFolder(async (cwd) => {
    const child = start(['list', '--json'], { cwd });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await once(child, 'close');
    expect([child.exitCode, stderr]).toEqual([0, '']);
  });
});
