import { kindOf, unlike } from '../../harness/expect.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { rowsAgain } from '../lists/unchanged.js';
import { limit, ofEveryPage } from './every-page.js';
import { isRight, type PagedList, pagedLists, sliceFor } from './lists.js';
import { mismatch, type Page } from './page.js';

const TOO_SHORT = 'no list has two rows';

/** What the pages of a list hold: their size, their rows, and that these come in one order. */
export const pagingRows: readonly Requirement[] = [
  ofEveryPage({
    id: 'page.array',
    says: 'Paged lists return a JSON array, also on a page that is not the first',
    spec: 'Common list query parameters',
    consequence: 'A client that goes from page to page fails to decode the second one.',
    missing: TOO_SHORT,
    wrong(page) {
      const { isNumbered, isList, answer } = page;
      if (!isNumbered || answer.status !== 200) return undefined;
      return isList ? [] : [mismatch(page, 'a JSON array', kindOf(answer.json), answer.json)];
    },
  }),
  ofEveryPage({
    id: 'page.per-page.honoured',
    says: '`per_page` may be set up to 100',
    consequence:
      'A client gets more rows than it can take, or must ask far more often than it planned.',
    missing: TOO_SHORT,
    wrong(page, list) {
      if (list.since === 'changed' || list.pages.length === 1) return undefined;
      if (hasRightSize(page, list)) return [];
      const { length } = page.ids;
      const got = `${length}${length < page.size ? ', though there are more' : ''}`;
      return [mismatch(page, 'as many rows as `per_page` says', got, length)];
    },
  }),
  ofEveryPage({
    id: 'page.page-selects',
    says: '`page` selects the page: from `page=1` on they are the list, each row once',
    consequence: 'A client sees the same rows again, or never sees some.',
    missing: TOO_SHORT,
    wrong(page, list) {
      const { isNumbered, isList, ids, answer } = page;
      const isSized = list.pages.every((each) => hasRightSize(each, list));
      if (!isNumbered || !isSized || list.since !== 'as it was') return undefined;
      // That it is no array, or an error of the server, is judged by requirements of their own.
      if (!isList && (answer.status === 200 || answer.status >= 500)) return undefined;
      if (isRight(page, list)) return [];
      const slice = sliceFor(page, list) ?? [];
      const index = [...slice, undefined].findIndex((id, place) => id !== ids[place]);
      const expected = `id ${slice[index] ?? 'of no row'} in row ${index + 1}`;
      const got = isList ? `id ${ids[index] ?? 'of no row'}` : `status ${answer.status}`;
      return [mismatch(page, expected, got, ids)];
    },
  }),
  ofEveryPage({
    id: 'page.order.stable',
    says: 'A list keeps its order from page to page and from one request to the next',
    spec: 'Common list query parameters',
    level: 'should',
    consequence: 'A client that goes from page to page sees rows twice or not at all.',
    missing: TOO_SHORT,
    wrong(page, { first, pages, since }) {
      if (page !== first || pages.length === 1 || since === 'changed') return undefined;
      if (since === 'as it was') return [];
      return [mismatch(page, 'the same order when it is asked again', 'another one', page.ids)];
    },
  }),
  limit({
    id: 'page.same-rows',
    says: 'An object is shown alike on whichever page it stands',
    level: 'should',
    consequence: 'A client that reads page by page shows other things than one that reads at once.',
    async check(context) {
      const pairs = (await pagedLists(context)).flatMap(pairsOf);
      if (pairs.length === 0) inconclusive('no row was met on two pages');
      const differing = pairs.filter(({ row, plain }) => !sameValue(row.value, plain.value));
      const wrong = differing.map(async ({ known, row, plain }) => {
        // A row that has changed by then may have done so between the two pages.
        const again = await rowsAgain(known);
        const isAsBefore = again.some(({ value }) => sameValue(value, plain.value));
        const expected = `${canonical(plain.value)}, as on the first page`;
        return isAsBefore ? [unlike(row, `a row of ${known.path}`, expected)] : [];
      });
      context.expect.none((await Promise.all(wrong)).flat());
    },
  }),
];

/** Whether a page has no more rows than it was asked for, and a first one that is asked for without `page` no fewer. */
function hasRightSize(page: Page, { first, isCut }: PagedList): boolean {
  if (page.ids.length > page.size) return false;
  return page === first ? !isCut : page.isNumbered || page.ids.length > 0;
}

/** The rows of other pages that the first one shows as well, each as both show it. */
function pairsOf({ known, first, pages }: PagedList) {
  return pages.slice(1).flatMap((page) =>
    page.rows.flatMap((row, index) => {
      const plain = first.rows[first.ids.indexOf(page.ids[index] ?? '')];
      return plain === undefined ? [] : [{ known, row, plain }];
    }),
  );
}
