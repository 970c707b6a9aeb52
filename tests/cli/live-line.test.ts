import { expect, test } from 'vitest';
import { columnsOf, wantsLiveLine } from '../../cli/terminal.js';

test('the live line is for a terminal that somebody watches', () => {
  expect(wantsLiveLine({ isTTY: true }, {})).toBe(true);
  expect(wantsLiveLine({ isTTY: true }, { TERM: 'xterm', CI: 'false', NO_COLOR: '1' })).toBe(true);
  expect(wantsLiveLine({}, {})).toBe(false);
  expect(wantsLiveLine({ isTTY: false }, { TERM: 'xterm' })).toBe(false);
});

test('it is not for the log of a CI server, nor for a dumb terminal', () => {
  for (const CI of ['true', '1', 'woodpecker']) {
    expect(wantsLiveLine({ isTTY: true }, { CI })).toBe(false);
  }
  expect(wantsLiveLine({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
});

test('a terminal that does not know its width is as wide as usual, a log is not wrapped', () => {
  expect(columnsOf({ isTTY: true, columns: 40 })).toBe(40);
  expect(columnsOf({ isTTY: true, columns: 0 })).toBe(80);
  expect(columnsOf({ isTTY: true })).toBe(80);
  expect(columnsOf({ columns: 40 })).toBe(Number.POSITIVE_INFINITY);
});
