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
];

test('of each path the first server error is told, of one version', () => {
  const errors = looked(...READS);
  expect(numbers(errors.ofReads(new Set(), '1.2'))).toEqual([1, 2, 4, 5]);
  expect(numbers(errors.ofReads(new Set(), '1.3'))).toEqual([6]);
});

test('what a finding points to tells of its path in every version, and of its parameters', () => {
  const errors = looked(...READS);
  expect(numbers(errors.ofReads(new Set([1]), '1.2'))).toEqual([2, 5]);
  expect(numbers(errors.ofReads(new Set([3, 6]), '1.2'))).toEqual([1, 4]);
});

test('what is no error of the server, or not of the API, does not count', () => {
  const answered = ['GET /api/1.2/covers/ 200', 'GET /api/1.2/covers/ 404', 'GET /about/ 500'];
  const gateways = [502, 503, 504].map((status) => `GET /api/1.2/covers/ ${status}`);
  expect(looked(...answered, ...gateways).ofReads(new Set(), '1.2')).toEqual([]);
});

test('of writes only those count that came after one, one collection at a time', () => {
  const errors = looked(
    'GET /api/1.2/users/1/ 500',
    'GET /api/1.2/bundles/ 200',
    'GET /api/1.2/bundles/8/ 200',
    'GET /api/1.2/events/ 200',
    'POST /api/1.2/bundles/ 201',
    'GET /api/1.2/users/1/ 500',
    'GET /api/1.2/bundles/ 500',
    'GET /api/1.2/bundles/9/ 500',
    'GET /api/1.2/events/ 500',
    'GET /api/1.2/covers/7/ 500',
  );
  // What had not worked before may have failed all along.
  expect(numbers(errors.ofWrites(new Set(), '1.2'))).toEqual([7, 9]);
  expect(numbers(errors.ofWrites(new Set([8]), '1.2'))).toEqual([9]);
});
