import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject } from '../../harness/place.js';
import type { Report } from '../../harness/report.js';
import { turnName } from '../../harness/writing/temporary-values.js';
import { conformance, inNewFolder, outcome, spawned, start } from '../cli/command.js';
import { deferred } from '../cli/deferred.js';
import type { Fate } from '../harness/proxy.js';
import { call, object } from '../reference/call.js';
import { expectAsItWas, leftIn, withWrites } from './written.js';

// The signal is sent twice in a row, as npx and a lost connection do: that is one wish, and not two.
test('a signal in the midst of writing stops it at once, restores and reports', async () => {
  let child: ReturnType<typeof start> | undefined;
  let after = 0;
  await withWrites(
    ({ write, method, path }) => {
      if (write === 30 || write === 31) child?.kill('SIGHUP');
      if (write > 30 && method === 'POST' && path.includes('bundles')) after += 1;
      return 'pass';
    },
    async ({ args, cwd, env, reference, before }) => {
      await writeFile(join(cwd, 'r.json'), 'old');
      child = start([...args, '--report', 'r.json'], { cwd, env });
      const { status, stdout, stderr } = await outcome(child);
      expect(stderr).toMatch(/^conformance: journal: \S+journal; if this run is killed, /);
      expect(stderr).toContain('restoring data');
      expect([status, stdout]).toEqual([130, expect.stringMatching(/INTERRUPTED/)]);
      expectAsItWas(reference, before);
      expect(await leftIn(cwd)).toEqual(['r.json']);
      const report: unknown = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
      expect(report).toMatchObject({ interrupted: true, writes: { notRestored: [] } });
      // The signal may be heard a request later; restoring makes no bundles.
      expect(after).toBeLessThanOrEqual(2);
    },
  );
});

test('a signal in the midst of restoring lets it go on to its end', async () => {
  let child: ReturnType<typeof start> | undefined;
  let signals = 0;
  await withWrites(
    ({ method, path }) => {
      const isRestoring = method === 'GET' && /[?&]look=[^&]*before/.test(path);
      if (isRestoring && signals === 0) {
        signals += 1;
        child?.kill('SIGINT');
      }
      return 'pass';
    },
    async ({ args, cwd, env, reference, before }) => {
      child = start([...args, '--report', 'r.json'], { cwd, env });
      const { status, stdout } = await outcome(child);
      expect(signals).toBe(1);
      expect([status, stdout]).toEqual([130, expect.stringMatching(/INTERRUPTED/)]);
      expectAsItWas(reference, before);
      expect(await leftIn(cwd)).toEqual(['r.json']);
      const report: unknown = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'));
      expect(report).toMatchObject({ writes: { notRestored: [] } });
    },
  );
});

test('a run that ends before its first write names no journal, and no command that restores', async () => {
  await withWrites(
    () => 'pass',
    async ({ args, cwd, env }) => {
      const all = [...args, '--only', '*', '--max-requests', '30'];
      const { status, stdout, stderr } = await conformance(all, { cwd, env });
      expect([status, stderr]).toEqual([3, '']);
      expect(stdout).toMatch(/INCOMPLETE/);
      expect(await leftIn(cwd)).toEqual([]);
    },
  );
});

test('a second signal ends it at once; the journal is left and named, and restores', async () => {
  const arrived = deferred();
  const released = deferred();
  await withWrites(
    async ({ write }): Promise<Fate> => {
      if (write === 30) {
        arrived.resolve();
        await released.promise;
      }
      return 'pass';
    },
    async ({ args, cwd, env, url, reference, before }) => {
      const child = start(args, { cwd, env });
      const ended = outcome(child);
      await arrived.promise;
      const again = setInterval(() => child.kill('SIGINT'), 20);
      const { status, stderr } = await ended;
      clearInterval(again);
      released.resolve();
      expect([status, stderr]).toEqual([
        130,
        expect.stringMatching(/ended before all data was restored; run node \S+ restore .*journal/),
      ]);
      const restored = await spawned(['restore', 'journal', '--base-url', url], { cwd, env });
      expect(restored.status).toBe(0);
      expectAsItWas(reference, before);
    },
  );
});

test('restoring may be done again, and leaves alone what was changed since', async () => {
  let child: ReturnType<typeof start> | undefined;
  let seen = '';
  await withWrites(
    ({ method, path, body }) => {
      // Killed when the user's first name has just been written.
      if (seen !== '' && child?.exitCode === null) child.kill('SIGKILL');
      const isNew = body.includes('"first_name":"conformance');
      if (method === 'PATCH' && /users\/3\//.test(path) && isNew) seen = body;
      return 'pass';
    },
    async ({ args, cwd, env, url, reference, before }) => {
      child = start(args, { cwd, env });
      await outcome(child);
      await copyFile(join(cwd, 'journal'), join(cwd, 'copy'));
      const change = (first_name: string) => {
        const json = { first_name };
        return call(reference, '/api/1.3/users/3/', { role: 'user', method: 'PATCH', json });
      };
      await change('Somebody else');
      const first = await spawned(['restore', 'journal', '--base-url', url], { cwd, env });
      expect(first.status).toBe(3);
      expect(first.stdout).toMatch(
        /first_name .*it has the value "Somebody else", which was not written by this run; .* --overwrite users\/3 /,
      );
      const nameNow = () => {
        const { users } = reference.snapshot() as { users: Record<string, unknown>[] };
        return users.find(({ id }) => id === 3)?.first_name;
      };
      const again = (journal: string, ...decided: string[]) =>
        spawned(['restore', journal, '--base-url', url, ...decided], { cwd, env });
      await copyFile(join(cwd, 'copy'), join(cwd, 'kept'));
      expect((await again('kept', '--keep', 'users/3')).status).toBe(0);
      expect([nameNow(), await leftIn(cwd)]).toEqual(['Somebody else', ['copy', 'journal']]);
      expect((await again('journal', '--overwrite', 'users/3')).status).toBe(0);
      expectAsItWas(reference, before);
      expect((await again('copy')).status).toBe(0);
      expectAsItWas(reference, before);
    },
  );
});

test.for<[args: string[], says: RegExp]>([
  [[], /needs the journal of a run, .*, or only --base-url/],
  [['nowhere'], /no journal at nowhere: /],
  [['nonsense'], /is not JSON/],
  [['timeless'], /the first line is not the head of a journal/],
  [
    ['other', '--base-url', 'http://127.0.0.1:9', '--keep', 'users/9'],
    /other has no object users\/9; expected one as the report names it/,
  ],
  [['--base-url', 'http://127.0.0.1:9', '--overwrite', 'users/3'], /need the journal, which has/],
  [['other', '--base-url', 'http://127.0.0.1:8'], /is the journal of http:\/\/127.0.0.1:9/],
])('restore %j is one clear line and status 2', async ([args, says]) => {
  await inNewFolder(async (cwd) => {
    await writeFile(join(cwd, 'nonsense'), 'nothing\n');
    const head = { format: 'conformance-journal/1', run: 'a', baseUrl: 'http://127.0.0.1:9' };
    await writeFile(join(cwd, 'timeless'), `${JSON.stringify(head)}\n`);
    const startedAt = '2026-01-02T03:04:05Z';
    await writeFile(join(cwd, 'other'), `${JSON.stringify({ ...head, startedAt })}\n`);
    const { status, stdout, stderr } = await conformance(['restore', ...args], { cwd });
    expect([status, stdout, stderr]).toEqual([2, '', expect.stringMatching(says)]);
    expect(stderr).toMatch(/^conformance: [^\n]+\n$/);
  });
});

test('nothing is written without leave, with hazardous inputs neither', async () => {
  let written = 0;
  await withWrites(
    ({ write }) => {
      written = Math.max(written, write);
      return 'pass';
    },
    async ({ args, cwd, env }) => {
      const reading = args.filter((word) => word !== '--allow-writes');
      reading.push('--only', 'hazardous-inputs');
      const { stdout } = await conformance([...reading, '--report', '-'], { cwd, env });
      const report: unknown = JSON.parse(stdout);
      expect(isObject(report) && report.writes).toBe(undefined);
      expect(await leftIn(cwd)).toEqual([]);
      await writeFile(join(cwd, 'journal'), '');
      const there = await conformance(args, { cwd, env });
      expect([there.status, there.stderr]).toEqual([2, expect.stringMatching(/already exists/)]);
      await symlink(join(cwd, 'nowhere', 'journal'), join(cwd, 'dangling'));
      const broken = [...reading, '--allow-writes', '--journal', 'dangling'];
      const dangling = await conformance(broken, { cwd, env });
      expect([dangling.status, dangling.stderr]).toEqual([
        2,
        'conformance: --journal: dangling is a broken symbolic link; expected the name of a new file\n',
      ]);
      expect(written).toBe(0);
    },
  );
});

test('checks of another client on the same patch are not taken for those of the run', async () => {
  let added = 0;
  let add = async (_path: string) => {};
  await withWrites(
    async ({ method, path }): Promise<Fate> => {
      if (method === 'POST' && path.endsWith('/checks/')) await add(path);
      return 'pass';
    },
    async ({ args, cwd, env, reference }) => {
      add = async (path) => {
        const json = { state: 'success', context: 'build', description: 'passed' };
        const how = { role: 'maintainer', method: 'POST', json } as const;
        if ((await call(reference, path, how)).status === 201) added += 1;
      };
      const only = args.map((word, index) =>
        args[index - 1] === '--only' ? 'check-writes' : word,
      );
      const { status, stdout } = await conformance([...only, '--report', '-'], { cwd, env });
      expect(added).toBeGreaterThan(3);
      const { results } = JSON.parse(stdout) as Report;
      const wrong = results.filter(({ verdict }) => ['fail', 'warn', 'error'].includes(verdict));
      expect(wrong).toEqual([]);
      expect(status).toBe(0);
    },
  );
});

test('a run that waits for another one says which, and writes when that has ended', async () => {
  const name = turnName('0123abcd', new Date(), 1);
  let lists = 0;
  let end = async () => {};
  await withWrites(
    async ({ path }): Promise<Fate> => {
      if (path.includes('/bundles/?owner=')) lists += 1;
      if (lists === 2) await end();
      return 'pass';
    },
    async ({ url, cwd, env, reference, before }) => {
      const bundles = '/api/1.3/bundles/';
      const json = { name, patches: [7] };
      const made = await call(reference, bundles, { role: 'user', method: 'POST', json });
      const { id } = object(made.body);
      end = async () => {
        end = async () => {};
        await call(reference, `${bundles}${id}/`, { role: 'user', method: 'DELETE' });
      };
      const only = ['--only', 'comment.update', '--versions', '1.3', '--allow-writes', '--quiet'];
      const { status, stderr } = await spawned(['run', '--base-url', url, ...only], { cwd, env });
      const lines = stderr.split('\n').filter((line) => line.includes('waiting'));
      expect(lines).toEqual([expect.stringMatching(/waiting: run 0123abcd has been writing/)]);
      expect(status).toBe(0);
      expectAsItWas(reference, before);
    },
  );
});
