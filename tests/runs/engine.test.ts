import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { Report } from '../../harness/report.js';
import type * as Run from '../../harness/run.js';
import { VERSIONS } from '../../specification/versions.js';
import { declared } from '../harness/declared.js';
import { asked, json, settingsFor } from '../harness/serving.js';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = new URL('../../dist/', import.meta.url);
const DRIVER = fileURLToPath(new URL('./engine-driver.mjs', import.meta.url));

/** Configuration of somebody else, which breaks whatever reads it. */
const CONFIGURATION = ['.env', 'tsconfig.json', 'vite.config.ts', 'vitest.config.ts'];

/** What the driver prints. */
interface Outcome {
  report: Report;
  /** How many judgements were planned. */
  total: number;
  /** How many handlers were left behind, of signals and of what nobody catches. */
  listeners: number;
  /** The names of the environment. */
  environment: string[];
  exitCode?: number;
}

const run = promisify(execFile);

beforeAll(async () => {
  if (existsSync(new URL('cli/vitest-entry.js', DIST))) return;
  const tsc = join(PROJECT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: PROJECT });
});

/** Runs the built engine in a folder of its own, and shows what the folder holds afterwards. */
async function examined(...args: string[]): Promise<Outcome & { left: string[]; stderr: string }> {
  const cwd = await mkdtemp(join(tmpdir(), 'engine-'));
  try {
    for (const name of CONFIGURATION) await writeFile(join(cwd, name), '{ throw "was read" ');
    const { PATH = '', HOME = '' } = process.env;
    const { stdout, stderr } = await run(process.execPath, [DRIVER, DIST.href, ...args], {
      cwd,
      env: { PATH, HOME },
      maxBuffer: 100_000_000,
    });
    return { ...(JSON.parse(stdout) as Outcome), stderr, left: (await readdir(cwd)).sort() };
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
}

/** The results of the specification, and of the client contracts. */
function resultsOf({ results, extensions = [] }: Report): Report['results'] {
  expect(extensions.map(({ suite }) => suite)).toEqual(['client contracts']);
  return [...results, ...extensions.flatMap((each) => each.results)];
}

test('a run against the reference judges everything that was planned, and it conforms', async () => {
  const { report, total, listeners, environment, exitCode, left, stderr } = await examined();
  expect(report.verdict).toBe('conformant');
  expect(report.target.versionsExamined).toEqual(VERSIONS);
  const applicable = resultsOf(report).filter(({ verdict }) => verdict !== 'not-applicable');
  const skipped = applicable.filter(({ verdict }) => verdict === 'skipped');
  const judged = applicable.filter(({ verdict }) => verdict !== 'skipped');
  expect(judged).toHaveLength(total);
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(['needs writes (--allow-writes)', 'needs hazardous inputs (--hazardous-inputs)']),
  );
  const odd = judged.filter(({ verdict }) => !['pass', 'observed'].includes(verdict));
  // The reference is as the specification has it: some things that clients rely on are not in it.
  expect(odd.map(({ requirement, version, verdict }) => [requirement, version, verdict])).toEqual([
    ...VERSIONS.map((version) => ['client.mbox.series-all.none', version, 'inconclusive']),
    ['client.event.order', '1.1', 'fail'],
  ]);
  const pairs = report.results.map(({ requirement, version }) => `${requirement} ${version}`);
  expect(new Set(pairs).size).toBe(report.requirements.length * VERSIONS.length);
  // Neither the configuration there was read, nor was anything written beside it.
  expect(stderr).toBe('');
  expect(left).toEqual(CONFIGURATION);
  expect([listeners, environment, exitCode]).toEqual([0, ['HOME', 'PATH'], undefined]);
});

test('a run that is ended early says so, and nothing that was not judged is a pass', async () => {
  const { report, total, left } = await examined('60');
  expect(report.interrupted).toBe(true);
  expect(report.verdict).toBe('incomplete');
  const settled = ['not-applicable', 'skipped'];
  const judged = resultsOf(report).filter(({ verdict }) => !settled.includes(verdict));
  expect(judged).toHaveLength(total);
  const unjudged = judged.filter(({ verdict }) => verdict === 'inconclusive');
  expect(unjudged.length).toBeGreaterThan(0);
  for (const { reason } of unjudged) expect(reason).toMatch(/./);
  expect(unjudged.some(({ reason }) => reason?.includes('interrupted'))).toBe(true);
  expect(report.counts.fail + report.counts.warn + report.counts.error).toBe(0);
  // Of what was read when no answer came any more, nothing can have passed.
  expect(report.counts.pass).toBeLessThan(total / 2);
  expect(left).toEqual(CONFIGURATION);
});

/** Runs one requirement, declared as a test by a file of tests/runs/entries/. */
async function ranBy(entry: string): Promise<Report> {
  const { run } = (await import(new URL('harness/run.js', DIST).href)) as typeof Run;
  return asked(json({ projects: '' }), {}, async (_, { url }) => {
    const outcome = await run(
      { ...settingsFor(url), only: [], skip: [], seed: 1, versions: ['1.0'] },
      {
        groups: [{ name: 'rules', requirements: [declared('rule')] }],
        extensions: [],
        entry: fileURLToPath(new URL(`./entries/${entry}`, import.meta.url)),
        everyExchange: false,
        onPlan: () => {},
        onStart: () => {},
        onJudgement: () => {},
        onScan: () => {},
        signal: new AbortController().signal,
      },
    );
    if (outcome === undefined) throw new Error('the run was ended early');
    return outcome.report;
  });
}

test.for([
  ['hook-fails.mjs', 'the hook failed'],
  ['worker-exits.mjs', 'process.exit unexpectedly called with "7"'],
] as const)(
  '%s: a result that is lost is an error that names the cause',
  async ([entry, cause]) => {
    const { results, verdict } = await ranBy(entry);
    const lost = results.filter(({ verdict: each }) => each === 'error');
    expect(lost.map(({ requirement, version }) => `${requirement} ${version}`)).toEqual([
      'rule 1.0',
    ]);
    expect(lost[0]?.reason).toContain(cause);
    expect(verdict).toBe('incomplete');
  },
);

test('a worker that dies ends the run, which says so', async () => {
  const { results, verdict, interrupted } = await ranBy('worker-dies.mjs');
  expect(results.map(({ verdict: each, reason }) => [each, reason])).toContainEqual([
    'inconclusive',
    'the thread of the checks ended by itself before this was checked',
  ]);
  expect([verdict, interrupted]).toEqual(['incomplete', true]);
});
