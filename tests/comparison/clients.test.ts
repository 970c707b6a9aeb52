import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProfile } from '../../analysis/client-profile/read.js';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import type { Report, SeenField } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import { COMPARISON, formatFor } from '../../reporters/formats.js';
import type { Version } from '../../specification/versions.js';
import { conformance, inNewFolder } from '../cli/command.js';
import { textOf } from '../reporters/rendered.js';
import { sampleExchange } from '../reporters/sample.js';
import { everywhere, plotted, type Rest } from './plots.js';

const HOSTILE = '<script>alert(1)</script> | @team \u202e';

/** Profiles of clients that need one contract each; the last uses the latest version only. */
const PROFILES = [
  'name: follower\nrequirements: [client.link.next-first]\n',
  'name: searcher\nrequirements: [client.search]\n',
  'name: newcomer\nversions: latest\nrequirements: [client.link.next-first]\n',
  'name: fixed\nversions: [1.2]\nrequirements: [client.link.next-first]\n',
].map((text, at) => ({
  file: `${at}.yaml`,
  profile: readProfile(text, ['client.link.next-first', 'client.search']),
}));

type Verdicts = Partial<Record<Version, Verdict>>;

/** A report whose requirements all hold, with client contracts beside them. */
function withContracts(contracts: Record<string, Verdicts>, rest: Rest = {}, why?: string): Report {
  const report = plotted({ 'a.rule': { verdicts: everywhere('pass') } }, rest);
  const lines = Object.entries(contracts).map(([id, verdicts]) => [id, { verdicts, why }]);
  const { requirements, results, verdict, counts, countsByVersion } = plotted(
    Object.fromEntries(lines),
    rest,
  );
  return {
    ...report,
    extensions: [
      { suite: 'client contracts', requirements, results, verdict, counts, countsByVersion },
    ],
  };
}

function compared(...reports: Report[]) {
  const stored = reports.map((report, at) => ({ file: `${at}.json`, report }));
  return compareReports(stored, PROFILES);
}

const LINK = 'client.link.next-first';
const WORKING = withContracts({
  [LINK]: everywhere('pass'),
  'client.search': everywhere('skipped'),
});
const BROKEN = withContracts(
  { [LINK]: { '1.1': 'pass', '1.2': 'fail' }, 'client.search': everywhere('fail') },
  { startedAt: '2026-01-03T03:04:05.000Z' },
  `Link: got ${HOSTILE}`,
);

test('a client is asked after by the best version that it uses, as `conformance client` does', () => {
  const worse = compared(WORKING, BROKEN).clients?.map(({ client }) => client);
  expect(worse).toEqual(['newcomer', 'fixed']);
  const nowhere = withContracts({ [LINK]: everywhere('fail') });
  expect(compared(WORKING, nowhere).clients).toContainEqual({
    ...{ kind: 'breaks', client: 'follower', from: 'A', to: 'B' },
    cells: ['1.1', '1.2'].map((version) => ({ version, why: expect.stringMatching(/next-first/) })),
  });
  // In the other version, which is offered and was not tested, it may work as before.
  const half = withContracts({ [LINK]: { '1.2': 'fail' } });
  const untested: Report = { ...half, target: { ...half.target, versionsExamined: ['1.2'] } };
  expect(
    compared(WORKING, untested).clients?.map(({ kind, client }) => `${kind} ${client}`),
  ).toEqual(['not-known follower', 'breaks newcomer', 'breaks fixed']);
  expect(compared(WORKING, untested, nowhere).clients).toContainEqual(
    expect.objectContaining({ kind: 'breaks', client: 'follower', from: 'A', to: 'C' }),
  );
  const unknown = withContracts({ [LINK]: everywhere('skipped') });
  expect(compared(WORKING, unknown, unknown).verdict).toBe('incomplete');
});

test('a client that breaks makes the comparison regressed, though no requirement has changed', () => {
  const { verdict, clients, steps } = compared(WORKING, BROKEN);
  expect([verdict, steps[0]?.changes]).toEqual(['regressed', []]);
  // Nobody knows whether the searcher worked before.
  expect(
    clients?.map(({ kind, client, cells }) => [kind, client, cells.map((each) => each.version)]),
  ).toEqual(['newcomer', 'fixed'].map((client) => ['breaks', client, ['1.2']]));
  expect(clients?.[0]).toMatchObject({
    from: 'A',
    to: 'B',
    cells: [{ why: expect.stringMatching(/next-first: Link/) }],
  });
});

test('a client that works again is no regression; of one that is not tested any more that is said, and 3', () => {
  const again = compared(BROKEN, WORKING);
  expect(again.verdict).toBe('not-regressed');
  expect(again.clients?.map(({ kind }) => kind)).toEqual(['works-again', 'works-again']);
  const untested = withContracts({ [LINK]: everywhere('skipped') });
  const less = compared(WORKING, untested);
  expect(less.verdict).toBe('incomplete');
  expect(less.clients?.map(({ kind, client }) => `${kind} ${client}`)).toEqual([
    'not-known follower',
    'not-known newcomer',
    'not-known fixed',
  ]);
  expect(textOf(COMPARISON, less, { colour: false, columns: 80 })).toMatch(
    /\n INCOMPLETE {2}3 clients not known any more ·/,
  );
  // What a report between says nothing of is held against the one before it.
  const chain = compared(WORKING, untested, BROKEN);
  expect(chain.verdict).toBe('regressed');
  expect(chain.clients).toContainEqual(
    expect.objectContaining({ kind: 'breaks', client: 'newcomer', from: 'A', to: 'C' }),
  );
  expect(compared(WORKING, untested, WORKING).verdict).toBe('not-regressed');
  expect(compared(WORKING, WORKING).clients).toEqual([]);
});

test('a client that works in part only is named, and is no regression', () => {
  const text = `name: counter\nversions: [1.2]\nrequirements: [${LINK}: { degrades: it counts wrongly }]\n`;
  const profile = { file: 'counter.yaml', profile: readProfile(text, [LINK]) };
  const between = (...reports: Report[]) =>
    compareReports(
      reports.map((report, at) => ({ file: `${at}.json`, report })),
      [profile],
    );
  const worse = between(WORKING, BROKEN);
  expect([worse.verdict, worse.clients]).toEqual([
    'not-regressed',
    [
      {
        ...{ kind: 'degrades', client: 'counter', from: 'A', to: 'B' },
        cells: [{ version: '1.2', why: expect.stringMatching(/^it counts wrongly \(/) }],
      },
    ],
  ]);
  const better = between(BROKEN, WORKING);
  expect(better.clients).toMatchObject([{ kind: 'works-again' }]);
  expect(textOf(COMPARISON, better, { colour: false, columns: 140 })).toContain(
    '(after it: 1 yes)',
  );
  expect(textOf(COMPARISON, worse, { colour: false, columns: 80 })).toMatch(
    /\nupgrade degrades: counter \(1\.2: it counts wrongly[\s\S]*\n NOT REGRESSED {2}1 client degrades ·/,
  );
});

test('a version that is no longer offered breaks the clients that use no other', () => {
  const narrow = withContracts({ [LINK]: { '1.1': 'pass' } }, { offered: ['1.1'] });
  const { clients } = compared(WORKING, narrow);
  expect(clients).toEqual([
    {
      kind: 'breaks',
      client: 'fixed',
      from: 'A',
      to: 'B',
      cells: [{ version: '1.2', why: 'it needs version 1.2, which is not offered' }],
    },
  ]);
});

test('the client that uses the latest version is compared in the latest of each', () => {
  const versions = ['1.1', '1.2', '1.3'] as const;
  const wide = withContracts(
    { [LINK]: { '1.1': 'pass', '1.2': 'pass', '1.3': 'fail' } },
    { offered: [...versions] },
  );
  const { clients } = compared(WORKING, wide);
  expect(clients).toMatchObject([
    { kind: 'breaks', client: 'newcomer', cells: [{ version: '1.3' }] },
  ]);
});

/** The reports with a result of the contract on archived patches for each version, and how deep the run looked. */
const deep = (archived: Verdict | 'not given', link: Verdict = 'pass', rest: Rest = {}) => {
  const verdict = archived === 'not given' ? 'skipped' : archived;
  const report = withContracts(
    { [LINK]: everywhere(link), [ARCHIVED]: everywhere(verdict) },
    { scope: { ...WORKING.scope, writes: archived !== 'not given' }, ...rest },
  );
  const results = report.extensions?.[0]?.results ?? [];
  for (const each of results) if (archived === 'not given') each.code = 'needs-writes';
  return report;
};
const ARCHIVED = 'client.patch.update.archived';

/** What becomes of a client that follows links and archives patches. */
function archiver(...reports: Report[]): [verdict: string, ...kinds: string[]] {
  const text = `name: archiver\nrequirements: [${LINK}, ${ARCHIVED}]\n`;
  const profile = { file: 'a.yaml', profile: readProfile(text, [LINK, ARCHIVED]) };
  const stored = reports.map((report, at) => ({ file: `${at}.json`, report }));
  const { verdict, clients = [] } = compareReports(stored, [profile]);
  return [verdict, ...clients.map(({ kind, from, to }) => `${kind} ${from} ${to}`)];
}

test('an upgrade breaks no client by what was not tested before it: that is not known', () => {
  const [shallow, broken] = [deep('not given'), deep('fail')];
  expect(archiver(shallow, broken)).toEqual(['incomplete', 'not-known A B']);
  expect(archiver(shallow, broken, broken)).toEqual(['incomplete', 'not-known A C']);
  // Nor does one fix it.
  expect(archiver(broken, shallow)).toEqual(['not-regressed']);
  expect(archiver(broken, shallow, broken)).toEqual(['not-regressed']);
  // A report before may tell of it, and a later one may settle it, if it looks as deep.
  expect(archiver(deep('pass'), shallow, broken)).toEqual(['regressed', 'breaks B C']);
  expect(archiver(shallow, broken, shallow)).toEqual(['incomplete', 'not-known A C']);
  expect(archiver(shallow, broken, deep('pass'))).toEqual(['not-regressed']);
  // What both tested breaks it, whatever else was not tested.
  expect(archiver(deep('pass'), broken)).toEqual(['regressed', 'breaks A B']);
});

test('an upgrade breaks no client by what only a deeper run looked at', () => {
  const seed = { seed: 7 };
  expect(archiver(deep('pass'), deep('pass', 'fail'))).toEqual(['regressed', 'breaks A B']);
  expect(archiver(deep('pass'), deep('pass', 'fail', seed))).toEqual([
    'incomplete',
    'not-known A B',
  ]);
  // Unless the run before it sent the same request.
  const shown = deep('pass', 'fail', {
    ...seed,
    exchanges: [sampleExchange(1, '/api/1.1/covers/')],
  });
  for (const each of shown.extensions?.[0]?.results ?? []) {
    each.violations = each.violations.map((violation) => ({ ...violation, exchange: 1 }));
  }
  const reads = [{ role: 'anonymous', paths: ['/api/1.1/covers/'] }];
  expect(archiver({ ...deep('pass'), reads }, shown)).toEqual(['regressed', 'breaks A B']);
});

test.for<['never' | 'sometimes', string[]]>([
  // One that is nowhere is gone; one that some objects lack may have been lacking where the first run did not look.
  ['never', ['regressed', 'breaks A B']],
  ['sometimes', ['incomplete', 'not-known A B']],
])('a field that is %s there in a deeper run', ([seen, said]) => {
  const text = 'name: reader\nfields: { events.list: [category] }\n';
  const profile = { file: 'r.yaml', profile: readProfile(text, []) };
  const fields = (how: 'always' | typeof seen): SeenField[] =>
    (['1.1', '1.2'] as const).map((version) => ({
      ...{ resource: 'event', form: 'list', version, field: 'category' },
      ...{ declared: true, seen: how },
    }));
  const rule = { 'a.rule': { verdicts: everywhere('pass') } };
  const stored = [
    plotted(rule, { fields: fields('always') }),
    plotted(rule, { fields: fields(seen), options: { scan: 'every object' } }),
  ].map((report, at) => ({ file: `${at}.json`, report }));
  const { verdict, clients = [] } = compareReports(stored, [profile]);
  expect([verdict, ...clients.map(({ kind, from, to }) => `${kind} ${from} ${to}`)]).toEqual(said);
});

test('a version that is gone is known to be gone, whatever is the matter with the others', () => {
  const before = withContracts({ [LINK]: { '1.1': 'fail', '1.2': 'pass' } });
  const after = withContracts({ [LINK]: { '1.1': 'fail' } }, { offered: ['1.1'], seed: 7 });
  expect(compared(before, after).clients).toContainEqual(
    expect.objectContaining({ kind: 'breaks', client: 'follower' }),
  );
});

test('text and Markdown begin with the clients that break, and obey nothing', () => {
  const comparison = compared(WORKING, BROKEN);
  const text = textOf(COMPARISON, comparison, { colour: false, columns: 80 });
  expect(text).toMatch(
    /^[^\n]+\nupgrade breaks: newcomer \(1\.2: client\.link\.next-first: Link: got/,
  );
  expect(text).toMatch(/\n REGRESSED {2}2 clients break · no MUST regressed/);
  expect(text).not.toContain('\u202e');
  const markdown = formatFor(COMPARISON, 'x.md')(comparison);
  expect(markdown).toMatch(
    /^## .* Regressed: 2 clients break [^\n]+\n\n[^\n]+\n\nupgrade breaks: newcomer/,
  );
  expect(markdown).not.toMatch(/<script|@team/);
});

test('compare blames no upgrade for a client that was not seen to work', async () => {
  await inNewFolder(async (cwd) => {
    const reports = { 'a.json': WORKING, 'b.json': BROKEN };
    for (const [file, report] of Object.entries(reports)) {
      await writeFile(join(cwd, file), JSON.stringify(report));
    }
    const args = ['compare', 'a.json', 'b.json', '--report', 'c.json'];
    const { status, stdout } = await conformance(args, { cwd });
    // The clients of the package need more than was tested.
    expect(stdout).not.toContain('upgrade breaks');
    expect(JSON.parse(await readFile(join(cwd, 'c.json'), 'utf8')).clients).toBeUndefined();
    expect(status).toBe(0);
  });
});
