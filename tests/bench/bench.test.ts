import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startReference } from '../../fixtures/reference/start.js';
import { VERSIONS } from '../../specification/versions.js';
import { requestsByVersion } from '../../tools/bench/measurements.js';
import { ROOT, withReference } from '../../tools/bench/processes.js';
import { sentBare, withDelay } from '../../tools/bench/server.js';
import { conformance, inNewFolder } from '../cli/command.js';

test('the delaying server forwards requests and records them in order, so that they can be sent again', async () => {
  const reference = await startReference();
  try {
    await withDelay(reference.url, 1, async ({ url, take }) => {
      const headers = { authorization: `Token ${reference.roles.user.token}` };
      const users = await fetch(`${url}/api/1.3/users/?per_page=2`, { headers });
      await (await fetch(`${url}/api/1.3/bundles/2147483647/`, { headers })).text();
      // Links lead through the server, or half of the requests would go past it.
      expect(users.headers.get('link')).toContain(`${url}/api/1.3/users/`);
      expect(await users.json()).toHaveLength(2);
      const requests = take();
      expect(requests.map(({ path }) => path)).toEqual([
        '/api/1.3/users/?per_page=2',
        '/api/1.3/bundles/2147483647/',
      ]);
      expect(take()).toEqual([]);
      await sentBare(url, requests);
      expect(take()).toEqual(requests);
    });
  } finally {
    await reference.stop();
  }
});

test('a request counts for the version in its path, if it exists', () => {
  const paths = ['/patchwork/api/1.2/covers/?page=2', '/api/1.2/', '/api/covers/', '/api/9.9/'];
  const counts = requestsByVersion(paths.map((path) => ({ path })));
  expect([...counts.keys()]).toEqual([...VERSIONS, 'none']);
  expect(Object.fromEntries(counts)).toMatchObject({ '1.0': 0, '1.2': 2, none: 2 });
});

test('docs/cost.md shows as many requests as a run sends (npm run bench renews it)', async () => {
  const counts = await withReference([], ({ url, environment }) =>
    withDelay(url, 0, (counting) =>
      inNewFolder(async (cwd) => {
        const env = { ...environment, CONFORMANCE_BASE_URL: counting.url };
        expect(await conformance(['--seed', '1', '--quiet'], { cwd, env })).toMatchObject({
          status: 0,
        });
        return [...requestsByVersion(counting.take()).values()];
      }),
    ),
  );
  const page = readFileSync(new URL('docs/cost.md', ROOT), 'utf8');
  const [, shown = ''] = /^\| the reference \| ([\d |]+) \|/m.exec(page) ?? [];
  expect(shown.split(' | ').map(Number)).toEqual(counts);
});
