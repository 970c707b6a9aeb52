import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requestsByVersion } from '../../tools/bench/measurements.js';
import { ROOT, withReference } from '../../tools/bench/processes.js';
import { withDelay } from '../../tools/bench/server.js';
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
