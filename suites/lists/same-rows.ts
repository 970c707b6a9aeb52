import { type Expect, unlike } from '../../harness/expect.js';
import type { Seen } from '../../harness/place.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { canonical } from '../consistency/comparison.js';
import { idOf, type Known } from './list.js';

/** A row that a list shows in answer to some query. */
interface Shown {
  known: Known;
  row: Seen;
}

/**
 * Rows are shown as the first page of their list shows them. Where one is not, the list is read once more: a row
 * that has changed by then is not judged. `how` says which rows they are: "with a filter".
 */
export async function shownAlike(rows: readonly Shown[], how: string, expect: Expect) {
  const text = (row: Seen) => canonical(row.value);
  const pairs = rows.flatMap(({ known, row }) => {
    const id = idOf(row);
    const plain = id === undefined ? undefined : known.front.find((each) => idOf(each) === id);
    return plain === undefined ? [] : [{ known, row, expected: text(plain) }];
  });
  if (pairs.length === 0) inconclusive(`no row was met ${how} and on the first page as well`);
  const differing = pairs.filter(({ row, expected }) => text(row) !== expected);
  const still = await Promise.all(
    differing.map(async ({ known: { api, path }, row, expected }) => {
      const again = await api.list(path, { per_page: LARGEST_PAGE - 1 });
      const isAsBefore = again.some((each) => text(each) === expected);
      return isAsBefore ? [unlike(row, `id ${idOf(row)} of ${path}, ${how}`, expected)] : [];
    }),
  );
  expect.none(still.flat());
}
