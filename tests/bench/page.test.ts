import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withDelay } from '../../bench/delaying-server.js';
import { requestsByVersion } from '../../bench/examination.js';
import { projectFile } from '../../bench/project.js';
import { withReference } from '../../bench/reference.js';
import { conformance, inNewFolder } from '../cli/command.js';

test('bench/README.md shows as many requests as a run sends (npm run bench renews it)', async () => {
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
  const page = readFileSync(projectFile('bench/README.md'), 'utf8');
  const [, shown = ''] = /^\| the reference \| ([\d |]+) \|/m.exec(page) ?? [];
  expect(shown.split(' | ').map(Number)).toEqual(counts);
});
