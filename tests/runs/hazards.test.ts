import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { hazardsOf } from '../../suites/hazardous-inputs/hazards.js';
import { PROJECT } from '../../suites/write-rules/subjects.js';
import { spawned } from '../cli/command.js';
import { expectAsItWas, withWrites } from './written.js';

const HAZARDS = PROJECT.fields.flatMap(({ name, value }) =>
  hazardsOf(value, '').map((each) => JSON.stringify({ [name]: each })),
);

test('in a run of one version, too, each hazardous input is tried once, and all is put back', async () => {
  const sent: string[] = [];
  await withWrites(
    ({ method, body }) => {
      if (method === 'PATCH') sent.push(body);
      return 'pass';
    },
    async ({ args, cwd, env, reference, before }) => {
      const { status } = await spawned(args, { cwd, env });
      expect(status).toBe(0);
      expectAsItWas(reference, before);
      expect(HAZARDS.filter((each) => sent.filter((body) => body === each).length !== 1)).toEqual(
        [],
      );
    },
  );
});

test('without --hazardous-inputs none is sent, and what tries them is skipped', async () => {
  const sent: string[] = [];
  await withWrites(
    ({ method, body }) => {
      if (method === 'PATCH') sent.push(body);
      return 'pass';
    },
    async ({ args, cwd, env }) => {
      const tame = args.filter((word) => word !== '--hazardous-inputs');
      const { stdout } = await spawned([...tame, '--report', 'r.json'], { cwd, env });
      const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) as Report;
      const rows = report.results.filter(({ requirement }) => requirement.endsWith('.hazards'));
      const own = rows.filter(({ version }) => version === '1.3');
      expect(own.map(({ verdict, reason }) => `${verdict}: ${reason}`)).toEqual(
        Array(4).fill('skipped: needs hazardous inputs (--hazardous-inputs)'),
      );
      expect(stdout).toMatch(/\d+ of \d+ requirements/);
      expect(sent.filter((body) => HAZARDS.includes(body))).toEqual([]);
    },
  );
});
