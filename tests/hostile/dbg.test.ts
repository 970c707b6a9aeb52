import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
import { HABITS } from '../../fixtures/hostile/catalogue.js';
import { meet } from './met.js';
import { told } from './told.js';

const wanted = (process.env.HABITS ?? '').split(',');
test.for(HABITS.filter(({ id }) => wanted.includes(id)))('$id', async (habit) => {
  const met = await meet(habit, ['--max-duration', '60']);
  const r = met.report as never as import('../../harness/report.js').Report | undefined;
  const out = [
    `### ${habit.id}: ${told(met)}  [${met.seconds.toFixed(0)}s ${met.megabytes.toFixed(0)}MB]`,
    `harm ${JSON.stringify(met.harm)}`,
    met.stderr
      .split('\n')
      .filter((l) => l.startsWith('conformance'))
      .join('\n'),
    JSON.stringify(r?.counts),
    JSON.stringify({ ...r?.writes, journal: undefined })?.slice(0, 1200),
  ];
  const seen = new Map<string, string[]>();
  for (const x of r?.results ?? [])
    if (['fail', 'warn', 'inconclusive', 'error'].includes(x.verdict)) {
      const why = `${x.verdict}: ${(x.reason ?? x.violations[0]?.message ?? '').slice(0, 260)}`;
      seen.set(why, [...(seen.get(why) ?? []), `${x.requirement}@${x.version}`]);
    }
  for (const [why, ids] of seen) out.push(`  ${why} <- ${ids.length} ${ids.slice(0, 3)}`);
  appendFileSync('/tmp/own-scratch/habits.txt', `${out.join('\n')}\n\n`);
});
