import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requestsByVersion } from '../../tools/bench/measurements.js';
import { ROOT, withReference } from '../../tools/bench/processes.js';
import { sentBare, withDelay } from '../../tools/bench/server.js';
import { conformance, inNewFolder } from '../cli/command.js';

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

test('requests that are sent bare arrive as the run sent them', async () => {
  const requests = Array.from({ length: 20 }, (_, page) => ({
    method: 'GET',
    path: `/api/1.3/patches/?page=${page + 1}&per_page=1`,
    headers: { 'user-agent': `request ${page}` },
  }));
  const arrived = await withReference([], ({ url }) =>
    withDelay(url, 0, async (counting) => {
      await sentBare(counting.url, requests);
      return counting.take();
    }),
  );
  const each = requests.map((request) =>
    expect.objectContaining({ ...request, headers: expect.objectContaining(request.headers) }),
  );
  expect(arrived).toHaveLength(requests.length);
  expect(arrived).toEqual(expect.arrayContaining(each));
});
