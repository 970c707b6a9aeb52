import { expect, test } from 'vitest';
import type { Answer } from '../../harness/client/answer.js';
import { ServerErrors } from '../../harness/client/server-errors.js';

/** The server errors among `METHOD path status`, numbered from 1 on. */
function looked(...answered: string[]): ServerErrors {
  const errors = new ServerErrors();
  for (const [index, each] of answered.entries()) {
    const [method = '', path = '', status] = each.split(' ');
    const answer: Answer = {
      exchange: index + 1,
      role: 'anonymous',
      method,
      url: `http://instance.test${path}`,
      status: Number(status),
      headers: {},
      headerNames: [],
      text: '',
    };
    errors.look(answer);
  }
  return errors;
}

const numbers = (errors: { exchange: number }[]) => errors.map(({ exchange }) => exchange);

const READS = [
  'GET /api/1.2/covers/?q=a 500',
  'GET /api/1.2/covers/7/ 500',
  'GET /api/1.2/covers/8/ 500',
  'GET /api/1.2/series/?q=b&per_page=1 500',
  'GET /api/1.2/events/?per_page=1 500',
  'GET /api/1.3/events/ 500',
  'GET /api/1.2/patches/ 404',
  'GET /about/ 500',
  ...[502, 503, 504].map((status) => `GET /api/1.2/people/ ${status}`),
];

test.for<[told: number[], version: string, errors: number[]]>([
  [[], '1.2', [1, 2, 4, 5]],
  [[], '1.3', [6]],
  // What a finding points to tells of its path in every version, and of its parameters.
  [[1], '1.2', [2, 5]],
  [[3, 6], '1.2', [1, 4]],
])(
  'of each path the first server error of reads is told: without %j in %s',
  ([told, version, errors]) => {
    expect(numbers(looked(...READS).unreported(new Set(told), version, false))).toEqual(errors);
  },
);

test('of writes only those count that came after one, one collection at a time', () => {
  const errors = looked(
    'GET /api/1.2/users/1/ 500',
    'POST /api/1.2/bundles/ 201',
    'GET /api/1.2/users/1/ 500',
    'GET /api/1.2/bundles/ 500',
    'GET /api/1.2/bundles/9/ 500',
    'GET /api/1.2/events/ 500',
  );
  expect(numbers(errors.unreported(new Set(), '1.2', true))).toEqual([4, 6]);
  expect(numbers(errors.unreported(new Set([5]), '1.2', true))).toEqual([6]);
});
