import fc from 'fast-check';
import { expect, test } from 'vitest';
import { at, type Seen } from '../../harness/place.js';
import { type Chosen, choose, selectedByAll } from '../../suites/filters/choice.js';
import { FILTERS, type Filter } from '../../suites/filters/table.js';

/** The largest group of filters that is asked for in one request. */
const NAMES = ['project-id', 'submitter-id', 'submitter-email', 'since', 'before'];

const FILTERS_OF_COVERS = FILTERS.filter(
  ({ list, name }) => list === 'covers' && NAMES.includes(name),
);

const cover = fc.record({
  project: fc.constantFrom(1, 2, 3),
  submitter: fc.constantFrom(1, 2, 3, 4),
  minute: fc.integer({ min: 0, max: 9 }),
});

const covers = fc.array(cover, { minLength: 8, maxLength: 60 }).map((all) =>
  all.map(({ project, submitter, minute }, index): Seen => {
    const value = {
      id: index + 1,
      date: `2026-01-02T03:0${minute}:00`,
      project: { id: project, link_name: `project-${project}` },
      submitter: { id: submitter, email: `writer${submitter}@example.org` },
    };
    return { value, at: { exchange: 1, pointer: `/${index}` } };
  }),
);

/** The ids of the rows that a sound list may show, those left open among them. */
function shown(chosen: readonly Chosen[], rows: readonly Seen[]): unknown[] {
  return rows
    .filter((row) => selectedByAll(chosen, row) !== false)
    .map((row) => at(row, 'id').value);
}

/** The filters without those of a parameter, or without one of its values. */
function without(chosen: readonly Chosen[], isDropped: (filter: Filter) => boolean): Chosen[] {
  return chosen.filter(({ filter }) => !isDropped(filter));
}

test('no filter of a request, and no value of one, could be ignored without a row too many or too few', () => {
  let asked = 0;
  fc.assert(
    fc.property(covers, (rows) => {
      const chosen = choose(FILTERS_OF_COVERS, rows);
      if (chosen === undefined) return;
      asked += 1;
      expect(chosen.map(({ filter }) => filter)).toEqual(FILTERS_OF_COVERS);
      const all = shown(chosen, rows);
      expect(all).not.toEqual([]);
      for (const { filter } of chosen) {
        const ignored = without(chosen, ({ parameter }) => parameter === filter.parameter);
        expect(shown(ignored, rows)).not.toEqual(all);
        const once = without(chosen, (each) => each === filter);
        expect(shown(once, rows)).not.toEqual(all);
      }
    }),
  );
  expect(asked).toBeGreaterThan(0);
});

test('rows of one person only cannot be asked for by an address and by an id', () => {
  fc.assert(
    fc.property(covers, (rows) => {
      const own = rows.filter((row) => at(row, 'submitter', 'id').value === 1);
      expect(choose(FILTERS_OF_COVERS, own)).toBeUndefined();
    }),
  );
});
