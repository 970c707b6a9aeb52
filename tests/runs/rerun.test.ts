import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { makeManyState } from '../../fixtures/reference/data/state.js';
import type { Report } from '../../harness/report.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { credentials, type Otherwise, withInstance } from './instance.js';

/** An option that decides what is sent, and what only it shows. */
interface Case {
  otherwise: Otherwise;
  args?: string[];
  env?: Record<string, string>;
  only: string;
  /** Set if the fault is in all random queries that a run with the defaults does not send. */
  isRare?: true;
}

/** Sends the lists of patches without `Link` to requests with a header. */
const brokenFor =
  (name: string, value: string): Behaviour['front'] =>
  async (request, answer) => {
    const answered = await answer(request);
    const isOther = request.headers.get(name) !== value || !/\/patches\/\?/.test(request.url);
    if (!isOther) answered.headers.delete('link');
    return answered;
  };

/** One cover that is not among the first hundred lacks a field. */
const faultyDeepDown = (): Otherwise => ({
  state: makeManyState(1500),
  faults: ['one-old-cover-without-msgid'],
});

const CASES: Record<string, Case> = {
  '--exhaustive': {
    otherwise: faultyDeepDown(),
    args: ['--exhaustive'],
    only: 'cover.fields',
  },
  '--sample': {
    otherwise: faultyDeepDown(),
    args: ['--sample', '1000'],
    only: 'cover.fields',
  },
  '--hazardous-inputs': {
    otherwise: { faults: ['search-of-series-with-nul-crashes'] },
    args: ['--hazardous-inputs'],
    only: 'hazardous-inputs',
  },
  '--seed': {
    otherwise: {},
    args: ['--seed', '7', '--fail-on', 'warn'],
    only: 'combinations',
    isRare: true,
  },
  '--thorough': {
    otherwise: {},
    args: ['--thorough', '9', '--fail-on', 'warn'],
    only: 'combinations',
    isRare: true,
  },
  '--header': {
    otherwise: { front: brokenFor('x-gate', 'open') },
    env: { CONFORMANCE_HEADERS: 'X-Gate: open' },
    only: 'paging',
  },
  '--user-agent': {
    otherwise: { front: brokenFor('user-agent', 'sesame') },
    env: { CONFORMANCE_USER_AGENT: 'sesame' },
    only: 'paging',
  },
  '--allow-writes': {
    otherwise: { faults: ['bundle-name-not-stored'] },
    args: ['--allow-writes'],
    only: 'bundle.update.*',
  },
};

/** Breaks random queries that were not sent before it is told to. */
function brokenWhereRare() {
  const usual = new Set<string>();
  const state = { isLearning: true };
  const front: Behaviour['front'] = async (request, answer) => {
    const isRandom = new URL(request.url).searchParams.size > 2;
    if (state.isLearning) usual.add(request.url);
    return isRandom && !usual.has(request.url)
      ? new Response('<h1>Error</h1>', { status: 500 })
      : answer(request);
  };
  return { front, state };
}

/** The words of a command, as a shell reads them. */
function wordsOf(command: string): string[] {
  return execFileSync('sh', ['-c', `printf '%s\\0' ${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1);
}

/** What follows the program in a command. */
function argumentsOf(command: string): string[] {
  const words = wordsOf(command);
  return words.slice(words.indexOf('--base-url'));
}

const failedIn = ({ results }: Report) =>
  results.flatMap((each) => (['fail', 'warn'].includes(each.verdict) ? [each.requirement] : []));

test.for(Object.keys(CASES))(
  'what only %s shows is checked again by the printed line',
  async (name) => {
    const {
      otherwise,
      args = [],
      env: own,
      only,
      isRare,
    } = CASES[name] ?? { otherwise: {}, only: '' };
    const { front, state } = brokenWhereRare();
    await withInstance(isRare ? { front } : otherwise, (reference) =>
      inNewFolder(async (cwd) => {
        const plain = {
          CONFORMANCE_BASE_URL: reference.url,
          ...credentials(reference),
          TMPDIR: cwd,
        };
        const env = { ...plain, ...own };
        const started = async (given: readonly string[], where: Record<string, string> = env) => {
          const outcome = await conformance([...given, '--report', 'again.json'], {
            cwd,
            env: where,
          });
          const text = await readFile(join(cwd, 'again.json'), 'utf8').catch(() => 'null');
          return { ...outcome, report: JSON.parse(text) as Report };
        };
        const wanted = ['--only', only, '--versions', '1.3'];
        const usual = await conformance(wanted, { cwd, env: plain });
        expect([0, 2]).toContain(usual.status);
        state.isLearning = false;
        const first = await conformance([...wanted, ...args, '--report', 'r.json'], { cwd, env });
        expect(first.status, first.stdout).toBe(1);
        const failed = failedIn(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8')) as Report);
        const [, printed = ''] = /^ *rerun what fails[^:]*: (.+)$/m.exec(first.stdout) ?? [];
        const again = await started(argumentsOf(printed));
        expect(failedIn(again.report)).toEqual(failed);
        // Of the report nothing but ids is taken, and no option is left out in silence.
        const less = await conformance(['--last-failed', 'r.json', '--versions', '1.3'], {
          cwd,
          env: plain,
        });
        expect([less.status, less.stdout]).toEqual([2, '']);
        const [, line = '', variables] =
          /^conformance: --last-failed: r\.json is of a run with other options .*; type (.*?)(?:, with (.*) in the environment)?\n$/.exec(
            less.stderr,
          ) ?? [];
        expect(variables?.split(' ')[0]).toBe(own === undefined ? undefined : Object.keys(own)[0]);
        const last = await started([...argumentsOf(line), '--versions', '1.3']);
        expect(failedIn(last.report)).toEqual(failed);
      }),
    );
  },
);
