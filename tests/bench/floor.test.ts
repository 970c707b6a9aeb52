import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { versionIn } from '../../bench/archive.js';
import { floorOf } from '../../bench/floor.js';
import { withTemporaryFolder } from '../../bench/temporary-folder.js';

/** An entry of a HAR as the suite writes it. */
function entry(path: string, authorization?: string) {
  const headers =
    authorization === undefined ? [] : [{ name: 'authorization', value: authorization }];
  return { request: { method: 'GET', url: `http://elsewhere.test${path}`, headers } };
}

const ENTRIES = [
  entry('/api/1.3/covers/?q=a%20b'),
  entry('/api/1.3/users/', 'Token $CONFORMANCE_USER_TOKEN'),
  entry('/api/1.3/users/', `Token \${CONFORMANCE_USER_TOKEN%?}`),
  entry('/api/1.3/users/', 'Basic $CONFORMANCE_USER_NAME:$CONFORMANCE_USER_PASSWORD'),
];

test('the floor sends what the run has sent, signed in as the run was', async () => {
  const met: string[] = [];
  const server = createServer(({ url, headers }, answer) => {
    met.push(`${url} ${headers.authorization ?? 'as nobody'}`);
    answer.end('[]');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    await withTemporaryFolder(async (folder) => {
      const har = join(folder, 'run.har');
      writeFileSync(har, JSON.stringify({ log: { entries: ENTRIES } }));
      const environment = {
        CONFORMANCE_USER_TOKEN: 'abcd',
        CONFORMANCE_USER_NAME: 'ursula',
        CONFORMANCE_USER_PASSWORD: 'with a blank',
      };
      const floor = await floorOf(har, { url: `http://127.0.0.1:${port}`, environment });
      expect(floor).toMatchObject({ requests: 4, bytes: 8 });
      expect(met.sort()).toEqual([
        '/api/1.3/covers/?q=a%20b as nobody',
        `/api/1.3/users/ Basic ${Buffer.from('ursula:with a blank').toString('base64')}`,
        '/api/1.3/users/ Token abc',
        '/api/1.3/users/ Token abcd',
      ]);
    });
  } finally {
    server.close();
  }
});

test('a request counts for the version that it names, if there is one', () => {
  expect(versionIn('/patchwork/api/1.2/covers/')).toBe('1.2');
  expect(versionIn('/api/covers/')).toBeUndefined();
  expect(versionIn('/api/9.9/')).toBeUndefined();
});
