import { expect, test } from 'vitest';
import { makeManyState, makeState } from '../../fixtures/reference/data/state.js';

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

test('the other lists grow with the first 1,500 patches; the others are copies of one', () => {
  const [usual, large, largest] = [makeState(), makeManyState(1500), makeManyState(10_000_000)];
  expect([large.patches.size, largest.patches.size]).toEqual([1500, 10_000_000]);
  for (const list of ['series', 'covers', 'patchComments', 'checks', 'events'] as const) {
    expect(large[list].size).toBeGreaterThan(3 * usual[list].size);
    expect(largest[list].size).toBe(large[list].size);
  }
  const copies = [2000, 10_000_000].map((id) => {
    const { id: _, ...copy } = largest.patches.get(id) ?? {};
    return JSON.stringify(copy).replaceAll(/<copy-\d+@/g, '<copy@');
  });
  expect(copies[0]).toContain('<copy@');
  expect(copies[0]).toBe(copies[1]);
});
