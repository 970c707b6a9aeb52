import { kindOf } from '../../harness/expect.js';
import type { Requirement } from '../../harness/requirement.js';
import { ofEveryPage } from './every-page.js';
import { isRight, type PagedList, sliceFor } from './lists.js';
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
];

/** Whether a page has no more rows than it was asked for, and a first one that is asked for without `page` no fewer. */
function hasRightSize(page: Page, { first, isCut }: PagedList): boolean {
  if (page.ids.length > page.size) return false;
  return page === first ? !isCut : page.isNumbered || page.ids.length > 0;
}
