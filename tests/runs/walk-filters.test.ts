import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { makeManyState } from '../../fixtures/reference/many/state.js';
import { startReference } from '../../fixtures/reference/start.js';
import { parseReport } from '../../harness/stored-report.js';
import { inNewFolder, spawned } from '../cli/command.js';

/** A run on lists that are longer than what it knows without a walk. */
async function judgedWith(fault: string | undefined, ...options: string[]) {
  const behaviour = soundBehaviour();
  if (fault !== undefined) faultNamed(fault).apply(behaviour);
  const reference = await startReference({ behaviour, state: makeManyState(1500) });
  try {
    return await inNewFolder(async (cwd) => {
      const target = [
        '--base-url',
        reference.url,
        '--versions',
        '1.3',
        '--only',
        'filter.covers.*',
      ];
      const { status } = await spawned([...target, ...options, '--report', 'r.json'], { cwd });
      return { status, report: parseReport(await readFile(join(cwd, 'r.json'), 'utf8')) };
    });
  } finally {
    await reference.stop();
  }
}

test('a cover that a filter does not show is seen by whoever walks the whole list, and named', async () => {
  const usual = await judgedWith('covers-project-misses-one');
  expect(usual.status).toBe(0);
  const { status, report } = await judgedWith('covers-project-misses-one', '--exhaustive');
  expect(status).toBe(1);
  const failed = report.results.filter(({ verdict }) => verdict === 'fail');
  expect(failed.map(({ requirement }) => requirement)).toEqual([
    'filter.covers.project-id',
    'filter.covers.project-name',
  ]);
  for (const { violations, exchanges } of failed) {
    expect(violations).toMatchObject([{ count: 1, ids: [140] }]);
    expect(violations[0]?.message).toMatch(/project=.* with id 140 is missing/);
    const exchange = report.exchanges.find(({ n }) => n === exchanges[0]);
    expect(exchange?.curl).toContain('/api/1.3/covers/?project=');
  }
});

test('filters that show what was walked hold', async () => {
  for (const options of [['--exhaustive'], ['--sample', '100']]) {
    const { status, report } = await judgedWith(undefined, ...options);
    expect(status).toBe(0);
    expect(report.counts).toMatchObject({ fail: 0, inconclusive: 0, error: 0 });
  }
});
