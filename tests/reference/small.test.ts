import { expect, test } from 'vitest';
import { makeState } from '../../fixtures/reference/data/state.js';
import { makeManyState } from '../../fixtures/reference/many/state.js';

test.each([100, 250])(
  'with %i patches there are as many series and covers as usual, some of them incomplete',
  (patches) => {
    const [small, usual] = [makeManyState(patches), makeState()];
    expect(small.patches.size).toBe(patches);
    expect(small.series.size).toBe(usual.series.size);
    expect(small.covers.size).toBe(usual.covers.size);
    const series = [...small.series.values()];
    expect(series.some((each) => each.patches.length < each.total)).toBe(true);
    expect(series.filter((each) => each.patches.length === 0)).toEqual([]);
  },
);
