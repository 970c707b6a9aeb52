import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { changeSince } from '../../fixtures/faults/behaviour-changes.js';
import { always } from '../../fixtures/reference/view.js';
import { newWrites } from '../../harness/journal.js';
import { EXIT, outcomeOf } from '../../harness/outcome.js';
import type { Report } from '../../harness/report.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import type * as Run from '../../harness/run.js';
import { NO_WAITS, type RunSettings } from '../../harness/settings.js';
import { fieldsPart } from '../../reporters/view/fields.js';
import { VERSIONS } from '../../specification/versions.js';
import { declared } from '../harness/declared.js';
import { asked, json, settingsFor } from '../harness/serving.js';
import { credentials, type Otherwise, ran, withInstance } from './instance.js';
import { expectAsItWas } from './written.js';

const BUILT_RUN = new URL('../../dist/harness/run.js', import.meta.url).href;

test('a run against the reference checks everything, and it conforms', async () => {
  const { report } = await withInstance({}, (reference) =>
    ran(['--base-url', reference.url, '--seed', '1'], { env: credentials(reference) }),
  );
  expect(report.verdict).toBe('conformant');
  const pairs = report.results.map(({ requirement, version }) => `${requirement} ${version}`);
  expect(new Set(pairs).size).toBe(report.requirements.length * VERSIONS.length);
  expect(report.extensions?.map(({ suite }) => suite)).toEqual(['client contracts']);
  const results = [report, ...(report.extensions ?? [])].flatMap((each) => each.results);
  const skipped = results.filter(({ verdict }) => verdict === 'skipped');
  expect(new Set(skipped.map(({ reason }) => reason))).toEqual(
    new Set(['needs writes (--allow-writes)', 'needs hazardous inputs (--hazardous-inputs)']),
  );
  const sound = ['pass', 'observed', 'not-applicable', 'skipped'];
  const odd = results.filter(({ verdict }) => !sound.includes(verdict));
  // The reference is as the specification has it: some things that clients rely on are not in it.
  expect(odd.map(({ requirement, version, verdict }) => [requirement, version, verdict])).toEqual([
    ...VERSIONS.map((version) => ['client.mbox.series-all.none', version, 'inconclusive']),
    ['client.event.order', '1.1', 'fail'],
  ]);
  // Each field of each version is reported once, and the reference has no mismatch.
  const { fields } = report;
  expect(fields.filter(({ seen }) => seen === 'always').length).toBeGreaterThan(700);
  expect(new Set(fields.map(({ version }) => version))).toEqual(new Set(VERSIONS));
  const names = fields.map((each) => [each.resource, each.form, each.field, each.version].join());
  expect(names).toEqual([...new Set(names)]);
  expect(fieldsPart({ fields }, true)?.title).toBe('Presence of fields: no mismatch, 6 additions');
});

test('a field that departs is counted, and one that comes and goes is seen sometimes', async () => {
  const otherwise: Otherwise = {
    faults: ['ordered-covers-without-submitter'],
    change({ fields }) {
      delete fields.cover.list.mbox;
      changeSince(fields.cover.list, 'list_archive_url', '1.1');
      fields.user.list['\u001b[2Jgone'] = always(() => 'x');
    },
  };
  const { report } = await withInstance(otherwise, (reference) => {
    const args = ['--base-url', reference.url, '--only', 'conv.blank,consistency', '--quiet'];
    return ran([...args, '--versions', '1.1,1.2'], { env: credentials(reference) });
  });
  expect(fieldsPart(report, true)?.title).toBe('Presence of fields: 3 mismatches, 1 addition');
  expect(report.fields.find(({ field }) => field === 'submitter')?.seen).toBe('sometimes');
});

/** Runs one requirement, declared as a test by a file of tests/runs/entries/. */
async function ranBy(
  entry: string,
  answer = json({ projects: '' }),
  ids = ['rule'],
  level: Requirement['level'] = 'must',
): Promise<{ report: Report; told: string[] }> {
  // The first one is a MUST.
  const requirements = ids.map((id, index) => declared(id, index === 0 ? {} : { level }));
  const groups = [{ name: 'rules', requirements }];
  return asked(answer, {}, (_, { url }) =>
    ranWith(entry, { ...settingsFor(url), only: [], skip: [], seed: 1, versions: ['1.0'] }, groups),
  );
}

/** Runs these groups, as a file of tests/runs/entries/ declares them. */
async function ranWith(
  entry: string,
  settings: RunSettings,
  groups: readonly Group[],
): Promise<{ report: Report; told: string[] }> {
  const { run }: typeof Run = await import(BUILT_RUN);
  const told: string[] = [];
  const outcome = await run(settings, {
    groups,
    extensions: [],
    entry: fileURLToPath(new URL(`./entries/${entry}`, import.meta.url)),
    everyExchange: false,
    onPlan: () => {},
    onStart: () => {},
    onJudgement: () => {},
    onScan: () => {},
    onJournal: () => {},
    onNotice: (sentence) => told.push(sentence),
    signal: new AbortController().signal,
    standstillMs: STANDSTILL_MS,
  });
  if (outcome.report === undefined) throw new Error('the run was ended early');
  return { report: outcome.report, told };
}

/** Long enough for a worker on a busy machine to tell that it is at work. */
const STANDSTILL_MS = 3000;

/** The results in the version that is examined. */
function resultsOf({ results }: Report) {
  return results.filter(({ version }) => version === '1.0');
}

test.for([
  ['hook-fails', 'error', 'the hook failed'],
  ['worker-exits', 'error', 'process.exit unexpectedly called with "7"'],
  [
    'worker-dies',
    'inconclusive',
    'the thread of the checks ended by itself before this was checked',
  ],
] as const)(
  '%s: a result that is lost is no pass, and names the cause',
  async ([entry, lost, cause]) => {
    const { report } = await ranBy(`${entry}.mjs`, undefined, ['rule', 'left-out']);
    expect(resultsOf(report)).toMatchObject([
      { requirement: 'rule', verdict: lost, reason: expect.stringContaining(cause) },
      // What was planned is known, whatever becomes of the worker.
      { requirement: 'left-out', verdict: 'skipped', reason: 'left out by --only' },
    ]);
    expect(report.verdict).toBe('incomplete');
  },
);

test('a run whose end was not told is not conformant, although only a SHOULD has no result', async () => {
  const { report } = await ranBy('end-lost.mjs', undefined, ['rule', 'advice'], 'should');
  expect(resultsOf(report)).toMatchObject([
    { requirement: 'rule', verdict: 'pass' },
    { requirement: 'advice', verdict: 'error', reason: expect.stringContaining('the hook failed') },
  ]);
  expect(report.ended).toMatchObject({
    by: 'worker',
    why: expect.stringMatching(/the hook failed/),
  });
  expect(outcomeOf(report)).toMatchObject({ verdict: 'incomplete', status: EXIT.incomplete });
});

const ENDED = '(a bug in the test suite, please report it), so the run was ended';

test.for(['never-settles', 'never-yields'])(
  '%s: a run that stands still is ended, and names what waits',
  async (entry) => {
    const { report, told } = await ranBy(`${entry}.mjs`);
    const why = `nothing happened for 3 s while these waited: rule in 1.0 ${ENDED}`;
    expect(told).toEqual([why]);
    expect(report).toMatchObject({ interrupted: true, verdict: 'incomplete' });
    const reason = `${why} before this was checked`;
    expect(resultsOf(report)).toMatchObject([
      { requirement: 'rule', verdict: 'inconclusive', code: 'ended-early', reason },
    ]);
  },
);

test('a run that stands still at its end is ended with the results that it has', async () => {
  const { report, told } = await ranBy('never-restores.mjs');
  expect(told).toEqual([`nothing happened for 3 s ${ENDED}`]);
  expect(report.interrupted).toBe(true);
  expect(resultsOf(report)).toMatchObject([{ requirement: 'rule', verdict: 'pass' }]);
});

test('a run that stands still while it writes is ended, and its data restored', async () => {
  await withInstance({}, async (reference) => {
    const before = reference.snapshot();
    const settings: RunSettings = {
      ...settingsFor(reference.url, { credentials: reference.roles }),
      project: reference.project,
      writes: newWrites(undefined, NO_WAITS),
      only: ['user.update*'],
      skip: [],
      seed: 1,
      versions: ['1.3'],
    };
    const { report, told } = await ranWith('hangs-in-write.mjs', settings, GROUPS);
    expect(told).toEqual([expect.stringMatching(/ while these waited: user\.\S+ in 1\.3 /)]);
    expect(report).toMatchObject({ interrupted: true, writes: { notRestored: [] } });
    expectAsItWas(reference, before);
  });
});

test('a run that waits because the instance asked for that does not stand still', async () => {
  let isFirst = true;
  const { report, told } = await ranBy('waits.mjs', (request, response) => {
    if (request.url !== '/api/1.0/covers/') json({ projects: '' })(request, response);
    else if (isFirst) response.writeHead(503, { 'retry-after': '4' }).end();
    else json([])(request, response);
    isFirst &&= request.url !== '/api/1.0/covers/';
  });
  expect([isFirst, told]).toEqual([false, []]);
  expect(resultsOf(report)).toMatchObject([{ requirement: 'rule', verdict: 'pass' }]);
});
