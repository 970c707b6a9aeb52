import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import { everywhere, plotted } from '../comparison/plots.js';
import { conformance, inNewFolder } from './command.js';
import { closedAddress } from './servers.js';

const LINES = {
  'page.array': { verdicts: everywhere('fail') },
  'root.answers': { verdicts: everywhere('warn') },
};

/** What is said of a command that checks again what failed in a report of a run with some options. */
async function said(report: Partial<Report>, args: string[] = []) {
  return inNewFolder(async (cwd) => {
    const options = { seed: 0, ...report.options };
    await writeFile(join(cwd, 'r.json'), JSON.stringify(plotted(LINES, { ...report, options })));
    const address = await closedAddress();
    const command = ['--base-url', address, '--last-failed', 'r.json', ...args];
    const env = { CONFORMANCE_USER_TOKEN: 'token-of-the-user' };
    const { status, stderr } = await conformance(command, { cwd, env });
    expect(status).toBe(2);
    const [, line] = /; type .* --last-failed r\.json(?:,| )(.*)\n$/.exec(stderr) ?? [];
    return line;
  });
}

test.for<[Record<string, unknown>, string[], string | undefined]>([
  [{}, [], undefined],
  // Without versions those in which it failed.
  [{ versions: ['1.1', '1.2'] }, [], undefined],
  [{ versions: ['1.1', '1.2'] }, ['--versions', '1.1'], '--versions 1.1,1.2'],
  [{ versions: ['1.1', '1.2'] }, ['--versions', '1.0..1.3'], undefined],
  // It failed in two versions.
  [{}, ['--versions', '1.1'], '--versions 1.1,1.2'],
  [{}, ['--seed', '5'], '--seed 0'],
  [{ seed: 7 }, [], '--seed 7'],
  [{ seed: 7 }, ['--seed', '7'], undefined],
  [{ failOn: 'warn' }, [], '--fail-on warn'],
  [{ failOn: 'warn' }, ['--fail-on', 'warn'], undefined],
  [{ scan: 5 }, [], '--sample 5'],
  [{ scan: 5 }, ['--exhaustive'], undefined],
  // With a token alone, sign-in by password is not asked again; a role of an earlier version had a token.
  [
    { roles: ['user'], credentials: ['CONFORMANCE_USER_TOKEN', 'CONFORMANCE_USER_PASSWORD'] },
    [],
    ' with CONFORMANCE_USER_PASSWORD in the environment',
  ],
  [{ roles: ['user'], credentials: ['CONFORMANCE_USER_TOKEN'] }, [], undefined],
  [{ roles: ['user'] }, [], undefined],
  [
    { roles: ['other'], credentials: ['CONFORMANCE_OTHER_PASSWORD'] },
    [],
    ' with CONFORMANCE_OTHER_PASSWORD in the environment',
  ],
  [{ headers: ['X-Gate'] }, [], ' with CONFORMANCE_HEADERS with X-Gate in the environment'],
])('of a run with %j the command %j lacks: %s', async ([options, args, lacking]) => {
  expect(await said({ options }, args)).toBe(lacking);
});
