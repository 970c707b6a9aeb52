import { expect, test } from 'vitest';
import { median, written } from '../../tools/bench/figure.js';

test('the median is the middle value, or the mean of the two middle values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([4, 1, 3, 100])).toBe(3.5);
  expect(median([])).toBeNaN();
});

test('a figure is formatted with its unit, and a missing one as a dash', () => {
  expect(written(0.125, 's')).toBe('0.13 s');
  expect(written(1220, 'count')).toBe('1,220');
  expect(written(Number.NaN, 'MB')).toBe('–');
});
