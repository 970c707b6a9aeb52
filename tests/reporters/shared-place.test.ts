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

/** The lines that say what is shared, and the ids of the findings, in the order of the text. */
function outlineOf(failures: readonly Failure[]): string[] {
  const columns = Number.POSITIVE_INFINITY;
  const text = terminalOf(reportOf(failures), { colour: false, columns, verbose: false });
  return text.match(/^\d+ requirements about .*|(?<=^[✗!] )\S+(?= {2}(?:MUST|SHOULD))/gm) ?? [];
}

const MBOX: Failure[] = [
  { id: 'mbox.a', path: 'bundles/?per_page=100', pointer: '/0/patches/2/mbox' },
  { id: 'other', path: 'covers/?per_page=100', pointer: '/0/mbox' },
  { id: 'mbox.b', path: 'series/7/', pointer: '/patches/0/mbox' },
];
const MBOX_LINE = '2 requirements about the same field, `patch.mbox`: mbox.a, mbox.b';

test.for<[what: string, failures: Failure[], outline: string[]]>([
  ['field of a resource', MBOX, [MBOX_LINE, 'mbox.a', 'mbox.b', 'other']],
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
      '2 requirements about the same kind of response, `GET bundles/` with status 200: by-id, by-name',
      'by-id',
      'by-name',
      'error',
      '2 requirements about the same kind of response, `GET bundles/{id}/` with status 500: error-in-a-field, error-again',
      'error-in-a-field',
      'error-again',
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
      '2 requirements about the same parameter, `project` with status 200: bundles, covers',
      'bundles',
      'covers',
      'order',
      'first-page',
      'crash',
    ],
  ],
  [
    'field, with warnings about it',
    MBOX.map((each) => (each.id === 'mbox.b' ? { ...each, level: 'should' as const } : each)),
    [MBOX_LINE, 'mbox.a', 'other', MBOX_LINE, 'mbox.b'],
  ],
])(
  'failures about the same %s are next to each other, with one line above',
  ([, failures, outline]) => {
    expect(outlineOf(failures)).toEqual(outline);
  },
);

test('failures that share nothing, or fail last in different versions, stay as they are', () => {
  const [a, other, b] = MBOX as [Failure, Failure, Failure];
  const outlineIn = (versions: Version[]) => outlineOf([a, other, { ...b, versions }]);
  expect(outlineIn(['1.1'])).toEqual(['mbox.a', 'other', 'mbox.b']);
  expect(outlineIn(['1.1', '1.2'])).toContain(MBOX_LINE);
  expect(outlineOf([a, { ...b, pointer: '/patches/0/url' }])).toEqual(['mbox.a', 'mbox.b']);
});

test('Markdown has the same line', () => {
  const markdown = markdownOf(reportOf(MBOX));
  expect(markdown).toContain(`${MBOX_LINE}\n\n#### ❌ \`mbox.a\``);
  expect(markdown.split('about the same field')).toHaveLength(2);
});
