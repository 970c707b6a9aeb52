import { expect, test } from 'vitest';
import { everyExchange } from '../../harness/every-exchange.js';
import { sampleExchange } from '../reporters/sample.js';

const at = (n: number, second: number) => ({
  ...sampleExchange(n, `/${n}`),
  startedAt: `2026-01-02T03:04:0${second}.000Z`,
});

test('each exchange once, in the order in which the requests went out', () => {
  const [first, second, third, last] = [at(1, 1), at(3, 2), at(2, 3), at(4, 4)];
  const numbers = everyExchange([first, last], [first, third], [first, second]).map(({ n }) => n);
  expect(numbers).toEqual([1, 3, 2, 4]);
});

test('exchanges of the same moment stay in the order of their numbers', () => {
  const numbers = everyExchange([at(3, 1), at(1, 1)], [at(2, 1)]).map(({ n }) => n);
  expect(numbers).toEqual([1, 2, 3]);
});
