import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { conformance, spawned } from '../cli/command.js';
import type { Otherwise, PassedRequest } from '../harness/proxy.js';
import { expectAsItWas, withWrites } from './written.js';

/** The write, or the request of a run that only reads, with which it happens. */
const DURING_WRITES = 60;
const DURING_READS = 120;

/** What is lost: which requests are refused from then on, and how. */
interface Loss {
  isRefused(request: PassedRequest, user: readonly string[]): boolean;
  answer: Omit<Otherwise, 'arrives'>;
}

const LOSSES: Record<string, Loss> = {
  'a token is rotated': {
    isRefused: ({ headers }, [token]) => headers.authorization === token,
    answer: { status: 401, body: '{"detail": "Invalid token."}' },
  },
  'an account is locked': {
    isRefused: ({ headers }, user) => user.includes(headers.authorization ?? ''),
    answer: { status: 403, body: '{"detail": "User inactive or deleted."}' },
  },
  'a version is switched off': {
    isRefused: ({ path }) => path.startsWith('/api/1.3/'),
    answer: { status: 404, body: '{"detail": "Not found."}' },
  },
};

const LINES: Record<string, RegExp> = {
  'a token is rotated':
    /Role user was lost during the run: GET\s+users\/\S+\s+returned\s+401\s+"Invalid\s+token\."; check\s+CONFORMANCE_USER_TOKEN/g,
  'an account is locked': /Role user was lost during the run: GET\s+users\/\S+\s+returned\s+403/g,
  'a version is switched off':
    /Version 1\.3 was lost during the run: GET\s+\/api\/1\.3\/\s+returned\s+404/g,
};

test.for(
  Object.keys(LOSSES).flatMap((what) =>
    (['while it writes', 'while it reads'] as const).map((when) => [what, when] as const),
  ),
)(
  'where %s %s, a run fails nothing, says it in one line, and restores later',
  async ([what, when]) => {
    const { isRefused, answer } = LOSSES[what] as Loss;
    let user: readonly string[] = [];
    let [isLost, isBack, requests] = [false, false, 0];
    await withWrites(
      (request) => {
        requests += 1;
        isLost ||=
          when === 'while it writes' ? request.write >= DURING_WRITES : requests >= DURING_READS;
        return isLost && !isBack && isRefused(request, user)
          ? { ...answer, arrives: false }
          : 'pass';
      },
      async ({ args, cwd, env, url, reference, before }) => {
        const { token, name, password } = reference.roles.user;
        user = [`Token ${token}`, `Basic ${btoa(`${name}:${password}`)}`];
        const loud = args.filter((word) => word !== '--quiet');
        const reading = ['run', '--base-url', url, '--versions', '1.3', '--seed', '1'];
        // The proxy spells the names of headers in lower case.
        reading.push('--skip', 'client.link.spelling');
        const run = when === 'while it writes' ? loud : reading;
        const { status, stdout } = await conformance([...run, '--report', 'r.json'], { cwd, env });
        const report = JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) as Report;
        const contracts = (report.extensions ?? []).flatMap(({ results }) => results);
        const all = [...report.results, ...contracts];
        const wrong = all.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn');
        expect(wrong.map((each) => [each.requirement, each.violations[0]?.message])).toEqual([]);
        expect(all.filter(({ verdict }) => verdict === 'error').length).toBeGreaterThan(5);
        expect(stdout.match(LINES[what] as RegExp)).toHaveLength(1);
        expect(status).toBe(3);
        expect(stdout).not.toContain('not a bundle of this run');
        isBack = true;
        const left = report.writes?.notRestored ?? [];
        if (left.length > 0) {
          const restored = await spawned(['restore', 'journal', '--base-url', url], { cwd, env });
          expect([restored.status, restored.stdout]).toEqual([0, expect.anything()]);
        }
        expectAsItWas(reference, before);
      },
    );
  },
);
