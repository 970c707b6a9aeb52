import { once } from 'node:events';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { conformance, spawned, start } from '../cli/command.js';
import type { Fate } from '../harness/proxy.js';
import { expectAsItWas, leftIn, withWrites } from './written.js';

/** How many runs are killed; `KILLS=50 npm run test:runs -- killed` kills more. */
const KILLS = Number(process.env.KILLS ?? 3);

/** What becomes of the write at which the run is killed. */
const FATES: readonly Fate[] = ['pass', 'lose', 'lose the answer'];

/** How many writes a whole run sends before it restores, and how many in all. */
let writes = 0;

beforeAll(async () => {
  await withWrites(
    ({ write }) => {
      writes = Math.max(writes, write);
      return 'pass';
    },
    async ({ args, cwd, env, reference, before }) => {
      const { status, stdout } = await conformance(args, { cwd, env });
      expect(status).toBe(0);
      expectAsItWas(reference, before);
      expect(await leftIn(cwd), JSON.stringify(stdout)).toEqual([]);
    },
  );
});

/** Kills a run at one of its writes, restores from its journal, and compares the instance. */
async function killedAt(at: number, fate: Fate): Promise<void> {
  let child: ReturnType<typeof start> | undefined;
  let killed = false;
  await withWrites(
    ({ write }) => {
      if (write !== at || killed) return 'pass';
      killed = child?.kill('SIGKILL') ?? false;
      return fate;
    },
    async ({ args, cwd, env, url, reference, before }) => {
      child = start(args, { cwd, env });
      await once(child, 'close');
      expect([killed, child.signalCode]).toEqual([true, 'SIGKILL']);
      const journal = join(cwd, 'journal');
      expect(statSync(journal).mode & 0o777).toBe(0o600);
      const text = await readFile(journal, 'utf8');
      for (const { token, password } of Object.values(reference.roles)) {
        expect(text).not.toContain(token);
        expect(text).not.toContain(password);
      }
      const restored = await spawned(['restore', journal, '--base-url', url], { cwd, env });
      expect(restored).toMatchObject({ status: 0, stderr: '' });
      const left = expectAsItWas(reference, before);
      // One is `/checks/7/`, several of a patch are `/checks/{7,8}/`.
      const named = [...restored.stdout.matchAll(/\/checks\/\{?([\d,]+)\}?\//g)];
      const ids = named.flatMap(([, list = '']) => list.split(',').map(Number));
      expect(ids.sort((a, b) => a - b)).toEqual([...left].map(Number).sort((a, b) => a - b));
      expect(restored.stdout).toContain('journal removed');
      expect((await leftIn(cwd)).filter((name) => !name.endsWith('.lock'))).toEqual([]);
      expect(url).toMatch(/^http/);
    },
  );
}

const ROUNDS = Array.from({ length: KILLS }, (_, round) => round);

test.for(ROUNDS)('kill -9 at a write and restore, round %i', async (round) => {
  const at = 1 + Math.floor((round * (writes - 1)) / Math.max(1, KILLS - 1));
  await killedAt(at, FATES[round % FATES.length] ?? 'pass');
});
