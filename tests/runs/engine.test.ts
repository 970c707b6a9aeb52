import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { changeSince } from '../../fixtures/faults/behaviour-changes.js';
import { always } from '../../fixtures/reference/view.js';
import type { Report } from '../../harness/report.js';
import type * as Run from '../../harness/run.js';
import { fieldsPart } from '../../reporters/view/fields.js';
import { VERSIONS } from '../../specification/versions.js';
import { declared } from '../harness/declared.js';
import { asked, json, settingsFor } from '../harness/serving.js';
import { credentials, type Otherwise, ran, withInstance } from './instance.js';

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
async function ranBy(entry: string): Promise<Report> {
  const { run }: typeof Run = await import(BUILT_RUN);
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
        onWaiting: () => {},
        signal: new AbortController().signal,
      },
    );
    if (outcome === undefined) throw new Error('the run was ended early');
    return outcome.report;
  });
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
    const { results, verdict } = await ranBy(`${entry}.mjs`);
    expect(results.filter(({ version }) => version === '1.0')).toMatchObject([
      { requirement: 'rule', verdict: lost, reason: expect.stringContaining(cause) },
    ]);
    expect(verdict).toBe('incomplete');
  },
);
