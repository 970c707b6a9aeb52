import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { REBUILT } from '../../harness/build-id.js';
import { type Outcome, outcome } from '../cli/command.js';
import { withServer } from '../cli/servers.js';
import { copyProject, node, type ProjectCopy, ROOT } from '../project-copy.js';
import { expectAsItWas, leftIn, withWrites } from './written.js';

let copy: ProjectCopy;
const copies: ProjectCopy[] = [];

/** A copy of the project with what is built, which a test takes away. */
beforeEach(() => {
  copy = copyProject();
  copies.push(copy);
  cpSync(join(ROOT, 'dist'), join(copy.folder, 'dist'), { recursive: true });
});

afterAll(() => {
  for (const each of copies) each.remove();
});

/** A path in the copy. */
function inCopy(path: string): string {
  return join(copy.folder, path);
}

/** Runs the command of the copy to its end. */
function conformance(
  args: readonly string[],
  where: { cwd: string; env: Record<string, string> },
): Promise<Outcome> {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, ...where.env };
  return outcome(
    spawn(process.execPath, [inCopy('cli/conformance.js'), ...args], { cwd: where.cwd, env }),
  );
}

test('a run with writes ends as it began when its build is taken away, and restores', async () => {
  await withWrites(
    ({ write }) => {
      if (write === 20 && existsSync(inCopy('dist/cli'))) {
        renameSync(inCopy('dist'), inCopy('old'));
        mkdirSync(inCopy('dist'));
        writeFileSync(inCopy('dist/build-id'), 'another build');
      }
      return 'pass';
    },
    async ({ args, cwd, env, reference, before }) => {
      const reports = ['r.json', 'r.html', 'r.md', 'r.xml'];
      const more = reports.flatMap((file) => ['--report', file]);
      const { status, stdout, stderr } = await conformance([...args, ...more], { cwd, env });
      expect(existsSync(inCopy('dist/cli'))).toBe(false);
      expect(stderr).toMatch(/^conformance: journal: .*\n$/);
      expect(stdout).toMatch(/^ CONFORMANT .*\n$/);
      expect(status).toBe(0);
      expectAsItWas(reference, before);
      expect((await leftIn(cwd)).sort()).toEqual([...reports].sort());
      expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')).counts).toMatchObject({
        error: 0,
        inconclusive: 0,
      });
    },
  );
});

const paths = (from: string, to: string) => [from, to].map((path) => JSON.stringify(inCopy(path)));

/** What a run loads while it starts, each with the statement of dist/cli/supervised-run.js that does. */
const LOADED = {
  'harness/run.js': 'const { run } = await import(',
  worker: 'const { report, ...tested } = await run(',
};

test.each([
  ['harness/run.js', 'another'],
  ['harness/run.js', 'none'],
  ['worker', 'another'],
  ['worker', 'none'],
] as const)(
  'a run that finds another build for its %s, or none, says so: %s',
  async (part, build) => {
    cpSync(join(ROOT, 'dist'), inCopy('next'), { recursive: true });
    writeFileSync(inCopy('next/build-id'), 'another build');
    const moves = [
      "const { rename } = await import('node:fs/promises');",
      `await rename(${paths('dist', 'old')});`,
      ...(build === 'another' ? [`await rename(${paths('next', 'dist')});`] : []),
    ];
    copy.edit('dist/cli/supervised-run.js', LOADED[part], `${moves.join('\n')}\n${LOADED[part]}`);
    const requests: (string | undefined)[] = [];
    const { status, stdout, stderr } = await withServer(
      ({ url }, response) => {
        requests.push(url);
        response.end('{}');
      },
      (baseUrl) => conformance(['--base-url', baseUrl], { cwd: copy.folder, env: {} }),
    );
    expect(stderr).toBe(`conformance: ${REBUILT}\n`);
    expect([status, stdout, requests]).toEqual([2, '', []]);
  },
);

test('a build takes the place of the last one as a whole, and only if it is another', async () => {
  const identity = () => statSync(inCopy('dist')).ino;
  const isThere = () => existsSync(inCopy('dist/cli/main.js'));
  const version = () => conformance(['--version'], { cwd: copy.folder, env: {} });
  await node(copy.folder, 'build.mjs');
  const first = identity();
  await node(copy.folder, 'build.mjs');
  expect([identity(), isThere()]).toEqual([first, true]);

  copy.edit('cli/help.ts', 'CONFORMANCE_NAME_OF_OPTION', 'CONFORMANCE_OPTION');
  await node(copy.folder, 'build.mjs');
  expect(identity()).not.toBe(first);
  expect(await version()).toMatchObject({ status: 0, stderr: '' });

  // What does not compile is not run by mistake.
  copy.edit('harness/outcome.ts', 'conformant: 0', 'conformant: NOBODY');
  await node(copy.folder, 'build.mjs');
  expect(isThere()).toBe(false);
  expect(await version()).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^conformance: the program is not built; npm ci does that.*\n$/),
  });
});
