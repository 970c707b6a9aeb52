import { expect, test } from 'vitest';
import type { Exchange, Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { markdownOf, terminalOf } from './rendered.js';
import { sampleExchange, sampleReport, sampleRequirement, sampleResults } from './sample.js';

/** A requirement that fails, or warns, with one violation, and the request that shows it. */
interface Failure {
  id: string;
  path: string;
  pointer?: string;
  status?: number;
  level?: 'must' | 'should';
  versions?: Version[];
}

function reportOf(failures: readonly Failure[]): Report {
  const exchanges: Exchange[] = [];
  const results = failures.flatMap(({ id, path, pointer, status = 200, level, versions }) =>
    (versions ?? ['1.2']).flatMap((version): Result[] => {
      const n = exchanges.length + 1;
      const exchange = sampleExchange(n, `/api/${version}/${path}`);
      exchanges.push({ ...exchange, response: { ...exchange.response, status } });
      const violation = { message: `${id} does not hold`, exchange: n };
      return sampleResults(id, [version], {
        verdict: level === 'should' ? 'warn' : 'fail',
        violations: [pointer === undefined ? violation : { ...violation, pointer }],
        exchanges: [n],
      });
    }),
  );
  const requirements = failures.map(({ id, level = 'must' }) =>
    sampleRequirement({ id, title: `Rule ${id}`, group: 'rules', level }),
  );
  return sampleReport({ requirements, results, exchanges });
}

/** The ids of the findings and the lines for each place, in the order of the text. */
function outlineOf(failures: readonly Failure[]): string[] {
  const columns = Number.POSITIVE_INFINITY;
  const text = terminalOf(reportOf(failures), { colour: false, columns, verbose: false });
  return (
    text.match(/(?<=^[✗!] )\S+(?= {2}(?:MUST|SHOULD))|^[✗!] .* in 1\..*(?=: [Aa] client)/gm) ?? []
  );
}

const MBOX: Failure[] = [
  { id: 'mbox.a', path: 'bundles/?per_page=100', pointer: '/0/patches/2/mbox' },
  { id: 'other', path: 'covers/?per_page=100', pointer: '/0/mbox' },
  { id: 'mbox.b', path: 'series/7/', pointer: '/patches/0/mbox' },
];
const MBOX_LINE = '✗ mbox.a, mbox.b in 1.2, field `patch.mbox`';

test.for<[what: string, failures: Failure[], outline: string[]]>([
  [
    'field of a resource',
    MBOX,
    ['mbox.a', 'mbox.b', 'other', MBOX_LINE, '✗ other in 1.2, field `cover.mbox`'],
  ],
  [
    'field of payloads, whatever the category of the event',
    [
      { id: 'created', path: 'events/?per_page=100', pointer: '/0/payload/patch' },
      { id: 'root', path: '' },
      { id: 'completed', path: 'events/?per_page=50', pointer: '/3/payload/patch' },
    ],
    [
      'created',
      'completed',
      'root',
      '✗ created, completed in 1.2, field `event.payload.patch`',
      '✗ root in 1.2, `GET /`',
    ],
  ],
  [
    'kind of response, whatever its ids and values',
    [
      { id: 'by-id', path: 'bundles/?project=1&order=id&per_page=100', pointer: '/3' },
      { id: 'error', path: 'bundles/?project=2&per_page=100', status: 500 },
      { id: 'by-name', path: 'bundles/?project=tideline&order=id&per_page=100' },
      { id: 'error-in-a-field', path: 'bundles/8/', status: 500, pointer: '/name' },
      { id: 'error-again', path: 'bundles/9/', status: 500 },
    ],
    [
      'by-id',
      'by-name',
      'error',
      'error-in-a-field',
      'error-again',
      '✗ by-id, by-name in 1.2, `GET bundles/`',
      '✗ error in 1.2, parameter `project` with status 500',
      '✗ error-in-a-field, error-again in 1.2, `GET bundles/{id}/` with status 500',
    ],
  ],
  [
    'parameter of different lists',
    [
      { id: 'bundles', path: 'bundles/?project=1&per_page=100' },
      { id: 'order', path: 'series/?order=id&project=1' },
      { id: 'first-page', path: 'people/?page=1&per_page=100' },
      { id: 'covers', path: 'covers/?per_page=100&project=1' },
      { id: 'crash', path: 'series/?project=1', status: 500 },
    ],
    [
      'bundles',
      'covers',
      'order',
      'first-page',
      'crash',
      '✗ bundles, covers in 1.2, parameter `project`',
      '✗ order in 1.2, `GET series/`',
      '✗ first-page in 1.2, `GET people/`',
      '✗ crash in 1.2, parameter `project` with status 500',
    ],
  ],
  [
    'field, with warnings about it',
    MBOX.map((each) => (each.id === 'mbox.b' ? { ...each, level: 'should' as const } : each)),
    [
      'mbox.a',
      'other',
      'mbox.b',
      '✗ mbox.a, mbox.b (warns) in 1.2, field `patch.mbox`',
      '✗ other in 1.2, field `cover.mbox`',
    ],
  ],
])(
  'failures about the same %s are next to each other, and one line in short',
  ([, failures, outline]) => {
    expect(outlineOf(failures)).toEqual(outline);
  },
);

test('failures that share nothing have a line each; those of one place in different versions one', () => {
  const [a, other, b] = MBOX as [Failure, Failure, Failure];
  const linesIn = (failures: Failure[]) => outlineOf(failures).filter((line) => /^✗/.test(line));
  expect(linesIn([a, other, { ...b, versions: ['1.1'] }])).toEqual([
    '✗ mbox.a, mbox.b in 1.1–1.2, field `patch.mbox`',
    '✗ other in 1.2, field `cover.mbox`',
  ]);
  expect(linesIn([a, { ...b, pointer: '/patches/0/url' }])).toHaveLength(2);
});

test('who may read and write comes first', () => {
  const report = reportOf(MBOX);
  const [, other] = report.requirements;
  if (other !== undefined) other.spec = 'Authentication';
  const places = markdownOf(report).split('### In short: 2 places to look at')[1];
  expect(places).toMatch(/^\s+- ❌ other in 1\.2[^\n]+\n- ❌ mbox\.a, mbox\.b in 1\.2/);
});
