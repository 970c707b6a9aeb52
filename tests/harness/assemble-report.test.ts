import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { Parts } from '../../harness/assemble-report.js';
import type { Exchange, Report } from '../../harness/report.js';
import { VERDICTS } from '../../harness/verdict.js';
import { since, type Version } from '../../specification/versions.js';
import { assembled, declared, group, judged, runSettings } from './declared.js';

const GROUPS = [
  group('root', declared('root.answers'), declared('root.urls', { level: 'should' })),
  group('covers', declared('cover.absent', { versions: since('1.2') })),
];

const OFFERED: Version[] = ['1.0', '1.2'];

const SETTINGS = runSettings({
  credentials: { user: { token: 'user-token', name: 'ursula', password: 'user-password' } },
  headers: [['X-Gate', 'open sesame']],
  ca: 'PEM',
});

function exchange(n: number): Exchange {
  return {
    n,
    role: 'anonymous',
    startedAt: '2026-01-02T03:04:05Z',
    request: { method: 'GET', url: 'http://127.0.0.1:8000/', headers: {} },
    response: { status: 200, headers: {}, body: '[]' },
    ms: 1,
    curl: 'curl -i http://127.0.0.1:8000/',
  };
}

const ALL_JUDGED = [
  judged('cover.absent', '1.2', 'fail', {
    evidence: [exchange(5), exchange(2)],
  }),
  judged('root.urls', '1.2', 'warn', { evidence: [exchange(2)] }),
  judged('root.answers', '1.2', 'pass'),
  judged('root.answers', '1.0', 'pass'),
  judged('root.urls', '1.0', 'observed'),
];

function report(changed: Partial<Parts> = {}): Report {
  const given = { settings: SETTINGS, groups: GROUPS, offered: OFFERED, judgements: ALL_JUDGED };
  const made = assembled({ ...given, ...changed });
  expectSound(made);
  return made;
}

const SCHEMA: unknown = JSON.parse(
  readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'),
);
const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
  SCHEMA as Record<string, unknown>,
);

/** What holds of every report: the schema, its counts, and what its results point to. */
function expectSound(made: Report): void {
  const written: unknown = JSON.parse(JSON.stringify(made));
  expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
  const counted = Object.values(made.counts).reduce((sum, each) => sum + each, 0);
  expect(counted).toBe(made.results.length);
  for (const verdict of VERDICTS) {
    const byVersion = made.results.filter(
      (each) => each.verdict === verdict && made.target.versionsExamined.includes(each.version),
    );
    const told = Object.values(made.countsByVersion).map((counts) => counts[verdict]);
    expect(told.reduce((sum, each) => sum + each, 0)).toBe(byVersion.length);
  }
  const kept = made.exchanges.map(({ n }) => n);
  for (const { exchanges } of made.results) {
    for (const n of exchanges) expect(kept).toContain(n);
  }
  const pairs = made.results.map(({ requirement, version }) => `${requirement} ${version}`);
  expect(new Set(pairs).size).toBe(pairs.length);
}

test('a report of a whole run', () => {
  const made = report();
  expect(made.format).toBe('conformance-report/2');
  expect(made.verdict).toBe('nonconformant');
  expect(made.startedAt).toBe('2026-01-02T03:04:05.000Z');
  expect(made.target).toEqual({
    baseUrl: 'http://127.0.0.1:8000',
    versionsOffered: OFFERED,
    versionsExamined: OFFERED,
  });
  expect(made.interrupted).toBeUndefined();
  expect(made.counts).toMatchObject({ pass: 2, fail: 1, warn: 1, observed: 1, error: 0 });
});

test('what was wanted and not judged is an error, never a pass', () => {
  const made = report({ judgements: ALL_JUDGED.slice(1), unhandled: ['Error: it broke'] });
  expect(made.results.find(({ requirement }) => requirement === 'cover.absent')).toBeDefined();
  const missing = made.results.filter(({ verdict }) => verdict === 'error');
  expect(missing).toEqual([
    expect.objectContaining({
      requirement: 'cover.absent',
      version: '1.2',
      reason:
        'a bug in the test suite (please report it): this requirement was not checked Error: it broke',
    }),
  ]);
  expect(made.verdict).toBe('incomplete');
  const nothing = report({ judgements: [] });
  expect(nothing.counts).toMatchObject({ pass: 0, error: 5 });
  expect(nothing.verdict).toBe('incomplete');
});

test('what an interrupted run did not come to is inconclusive, and the report says so', () => {
  const made = report({ judgements: ALL_JUDGED.slice(2), endedBy: 'the run was interrupted' });
  expect(made.interrupted).toBe(true);
  expect(made.counts).toMatchObject({ pass: 2, inconclusive: 2, error: 0 });
  const missing = made.results.filter(({ verdict }) => verdict === 'inconclusive');
  for (const { reason } of missing) {
    expect(reason).toBe('the run was interrupted before this was checked');
  }
  expect(made.verdict).toBe('incomplete');
});

test('the options are there, the secrets are not', () => {
  const text = JSON.stringify(report());
  expect(report().options).toMatchObject({
    roles: ['user'],
    headers: ['X-Gate'],
    ca: true,
    concurrency: 4,
  });
  for (const secret of ['user-token', 'user-password', 'open sesame', 'PEM']) {
    expect(text).not.toContain(secret);
  }
});
