import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { compareReports } from '../../analysis/comparison/compare-reports.js';
import { compareVersions } from '../../analysis/comparison/compare-versions.js';
import type { Comparison } from '../../analysis/comparison/comparison.js';
import { formatFor, COMPARISON as PRODUCT } from '../../reporters/formats.js';
import { textOf } from '../reporters/rendered.js';
import { coverField, everywhere, type Line, plotted } from './plots.js';

const HOSTILE = '\u001b[2J<script>alert(1)</script> `|` @team \u202e https://evil.example';

const BEFORE: Record<string, Line> = {
  'paging.must': { verdicts: everywhere('pass') },
  'paging.should': { verdicts: everywhere('pass'), level: 'should' },
  'paging.fixed': { verdicts: everywhere('fail') },
  'paging.open': { verdicts: everywhere('pass') },
  'covers.found': { verdicts: everywhere('skipped'), why: 'no account' },
  'covers.held': { verdicts: everywhere('skipped'), why: 'no account' },
  'covers.seen': {
    verdicts: everywhere('observed'),
    level: 'observe',
    observed: { '1.1': { page: 'answers 404' } },
  },
};

const AFTER: Record<string, Line> = {
  'paging.must': { verdicts: everywhere('fail'), why: `GET /api/1.1/: got ${HOSTILE}` },
  'paging.should': { verdicts: everywhere('warn'), level: 'should' },
  'paging.fixed': { verdicts: everywhere('pass') },
  'paging.open': { verdicts: everywhere('inconclusive'), why: 'nothing there to show it' },
  'covers.found': { verdicts: everywhere('fail') },
  'covers.held': { verdicts: everywhere('pass') },
  'covers.seen': {
    verdicts: everywhere('observed'),
    level: 'observe',
    observed: { '1.1': { page: HOSTILE } },
  },
  'covers.new': { verdicts: { '1.1': 'pass', '1.2': 'fail' } },
};

const COMPARISON = compareReports([
  {
    file: 'before.json',
    report: plotted(BEFORE, {
      fields: [...coverField('mbox', 'always'), ...coverField('name', 'always')],
    }),
  },
  {
    file: `${HOSTILE}.json`,
    report: plotted(AFTER, {
      startedAt: '2026-01-03T03:04:05Z',
      offered: ['1.1', '1.2', '1.3'],
      interrupted: true,
      ended: { by: 'limit', why: 'the limit of --max-requests 50 was reached' },
      fields: [
        ...coverField('mbox', 'never'),
        ...coverField('name', 'sometimes', ['1.2']),
        ...coverField(HOSTILE, 'always', ['1.1'], false),
      ],
    }),
  },
]);

const WITHIN = compareVersions(
  'run.json',
  plotted({
    'a.lost': { verdicts: { '1.1': 'pass', '1.2': 'fail' } },
    'a.new': { verdicts: { '1.1': 'not-applicable', '1.2': 'pass' }, versions: ['1.2'] },
  }),
  ['1.1', '1.2'],
);

function text(comparison: Comparison): string {
  return textOf(PRODUCT, comparison, { colour: false, columns: 80 });
}

test.for([
  ['reports', COMPARISON],
  ['versions', WITHIN],
] as const)('on a terminal compared %s look as they should', async ([name, comparison]) => {
  await expect(text(comparison)).toMatchFileSnapshot(`golden/${name}.txt`);
});

const SCHEMA: unknown = JSON.parse(
  readFileSync(new URL('../../schemas/comparison.schema.json', import.meta.url), 'utf8'),
);

test.for([
  ['reports', COMPARISON],
  ['versions', WITHIN],
] as const)('the JSON of compared %s is as its schema states', ([, comparison]) => {
  if (typeof SCHEMA !== 'object' || SCHEMA === null) throw new Error('the schema is no object');
  const validate = new Ajv2020({ strict: true, allErrors: true }).compile(SCHEMA);
  validate(JSON.parse(formatFor(PRODUCT, 'x.json')(comparison)));
  expect(validate.errors).toBeNull();
  validate({ ...comparison, verdict: 'fine' });
  expect(validate.errors?.length).toBe(1);
});

test('more than fits is left out with a word on where it is', () => {
  const many = (verdict: 'pass' | 'fail') =>
    plotted(
      Object.fromEntries(
        Array.from({ length: 2000 }, (_, index) => [
          `a.rule-${index}`,
          { verdicts: everywhere(verdict) },
        ]),
      ),
    );
  const comparison = compareReports([
    { file: 'a.json', report: many('pass') },
    { file: 'b.json', report: many('fail') },
  ]);
  expect(text(comparison)).toMatch(/and 1960 more; --report FILE\.html has them/);
  expect(text(comparison)).toMatch(/And 1980 more in short/);
  const markdown = formatFor(PRODUCT, 'x.md')(comparison);
  expect(Buffer.byteLength(markdown)).toBeLessThan(62_000);
  expect(markdown).toMatch(/Left out because.*--report FILE\.html/);
  expect(formatFor(PRODUCT, 'x.html')(comparison)).toContain('rule-1999');
});
