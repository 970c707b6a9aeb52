import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Reference } from '../../fixtures/reference/start.js';
import type { Report } from '../../harness/report.js';
import { outcome, spawned, start } from '../cli/command.js';
import { deferred } from '../cli/deferred.js';
import type { Fate } from '../harness/proxy.js';
import { type Examined, withWrites } from './written.js';

/** How many pairs of runs; `TRIALS=20 npm run test:runs -- two-runs` tries more. */
const TRIALS = Number(process.env.TRIALS ?? 1);

type Row = Record<string, unknown> & { id: number };

/** A field that is not as before, by the end of the URL of its object. */
interface Difference {
  object: string;
  field: string;
}

/** The fields of users, projects, patches and comments that are not as before. */
function differences(reference: Reference, before: unknown): Difference[] {
  const [was, is] = [before, reference.snapshot()] as Record<string, Row[]>[];
  const tables = {
    users: 'users',
    projects: 'projects',
    patches: 'patches',
    patchComments: 'comments',
  };
  return Object.entries(tables).flatMap(([table, collection]) =>
    (was?.[table] ?? []).flatMap((row) => {
      const now = is?.[table]?.find(({ id }) => id === row.id);
      const fields = Object.keys(row).filter(
        (name) => JSON.stringify(row[name]) !== JSON.stringify(now?.[name]),
      );
      return fields.map((field) => ({ object: `/${collection}/${row.id}/`, field }));
    }),
  );
}

/** Runs the command in a temporary folder of its own, as on another machine. */
async function runIn(folder: string, { args, env }: Examined) {
  await mkdir(folder);
  const child = start([...args, '--report', 'r.json'], {
    cwd: folder,
    env: { ...env, TMPDIR: folder },
  });
  const ended = await outcome(child);
  const report = JSON.parse(await readFile(join(folder, 'r.json'), 'utf8')) as Report;
  return { ...ended, report };
}

/** The results that are neither passed nor without a verdict. */
function mismatches({ results }: Report): string[] {
  return results
    .filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict))
    .map(({ requirement, version, violations, reason }) =>
      [requirement, version, violations[0]?.message ?? reason].join(' '),
    );
}

test.for(Array.from({ length: TRIALS }, (_, trial) => trial))(
  'two runs at once leave nothing changed that no report names, trial %i',
  async (trial) => {
    const begun = deferred();
    // The second run starts later in each trial, or together with the first.
    const startsAt = 1 + 40 * trial;
    await withWrites(
      ({ write }) => {
        if (write === startsAt) begun.resolve();
        return 'pass';
      },
      async (examined) => {
        const first = runIn(join(examined.cwd, 'first'), examined);
        if (trial > 0) await begun.promise;
        const second = runIn(join(examined.cwd, 'second'), examined);
        const runs = await Promise.all([first, second]);
        const left = differences(examined.reference, examined.before);
        for (const { object, field } of left) {
          const named = runs.filter(({ report }) =>
            report.writes?.notRestored.some(
              (each) => each.url.endsWith(object) && each.field.split('.')[0] === field,
            ),
          );
          const isTold = named.some(({ status }) => status !== 0);
          expect(isTold, `${field} of ${object}`).toBe(true);
        }
      },
    );
  },
);

test('checks of another client on the same patch are not taken for those of the run', async () => {
  let added = 0;
  let add = async (_path: string) => {};
  await withWrites(
    async ({ method, path }): Promise<Fate> => {
      if (method === 'POST' && path.endsWith('/checks/')) await add(path);
      return 'pass';
    },
    async ({ args, cwd, env, reference }) => {
      const authorization = `Token ${reference.roles.maintainer.token}`;
      add = async (path) => {
        const { status } = await fetch(`${reference.url}${path}`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ state: 'success', context: 'build', description: 'passed' }),
        });
        if (status === 201) added += 1;
      };
      const only = args.map((word, index) =>
        args[index - 1] === '--only' ? 'check-writes' : word,
      );
      const { status, stdout } = await spawned([...only, '--report', '-'], { cwd, env });
      expect(added).toBeGreaterThan(3);
      expect(mismatches(JSON.parse(stdout) as Report)).toEqual([]);
      expect(status).toBe(0);
    },
  );
});
