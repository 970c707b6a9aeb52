import { kindOf } from '../../harness/expect.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { mismatch, type Page } from '../support/lists/page.js';
import {
  isRight,
  isSound,
  lengthOf,
  type PagedList,
  pagedLists,
  repeatedFrom,
  sliceFor,
} from '../support/lists/pages.js';

/** The facts in which the paging requirements differ. */
export type Facts = Pick<Requirement, 'id' | 'says' | 'consequence'> &
  Partial<Pick<Requirement, 'spec' | 'level' | 'compares'>>;

/** Declares a requirement, by default of the section "Limits". */
export function limit(declared: Facts & Pick<Requirement, 'check'>): Requirement {
  return requirement({ spec: 'Limits', ...declared });
}

/** A requirement that is checked on every page. */
interface OfPages extends Facts {
  /** The mismatches of a page; undefined if the page proves nothing. */
  wrong(page: Page, list: PagedList): Mismatch[] | undefined;
  /** The reason of an inconclusive if no page proves anything. */
  missing: string;
}

/** Declares a requirement that is checked on every page of every list. */
export function ofEveryPage({ wrong, missing, ...facts }: OfPages): Requirement {
  return limit({
    ...facts,
    async check(context) {
      const lists = await pagedLists(context);
      const judged = lists
        .flatMap((list) => list.pages.map((page) => wrong(page, list)))
        .filter((each) => each !== undefined);
      if (judged.length === 0) {
        const requirement = cause(lists);
        if (requirement === undefined) inconclusive(missing);
        inconclusive(missing, 'failed-request', { requirement });
      }
      context.expect.none(judged.flat(), judged.length);
    },
  });
}

/** The requirement on the items of pages that no list meets, so that nothing else of it can be checked. */
function cause(lists: readonly PagedList[]): string | undefined {
  const long = lists.filter(({ pages }) => pages.length > 1);
  if (long.length === 0 || long.some(isSound)) return undefined;
  const isSized = long.every((list) => list.pages.every((page) => hasRightSize(page, list)));
  return isSized ? 'page.page-selects' : 'page.per-page.honoured';
}

const TOO_SHORT = 'no list has two items';

/** The items of pages: their number, their selection, and a stable order. */
export const pagingRows: readonly Requirement[] = [
  ofEveryPage({
    id: 'page.array',
    says: 'Paged lists return a JSON array, also on later pages',
    spec: 'Common list query parameters',
    consequence: 'A client that reads several pages fails to decode the second one.',
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
    compares: 'list',
    consequence:
      'A client gets more items than it can handle, or needs many more requests than planned.',
    missing: TOO_SHORT,
    wrong(page, list) {
      if (list.pages.length === 1) return undefined;
      if (hasRightSize(page, list)) return [];
      const { length } = page.ids;
      const got = `${length}${length < page.size ? ', though there are more' : ''}`;
      return [mismatch(page, 'as many items as `per_page`', got, length)];
    },
  }),
  ofEveryPage({
    id: 'page.page-selects',
    says: '`page` selects the page: all pages together are the list, each item once',
    compares: 'list',
    consequence: 'A client gets some items twice, or misses some.',
    missing: TOO_SHORT,
    wrong(page, list) {
      const { isNumbered, isList, ids, answer } = page;
      const isSized = list.pages.every((each) => hasRightSize(each, list));
      if (!isNumbered || !isSized || list.isReordered) return undefined;
      // A response that is not an array, or a server error, has a requirement of its own.
      if (!isList && (answer.status === 200 || answer.status >= 500)) return undefined;
      if (isRight(page, list)) return [];
      const slice = sliceFor(page, list);
      if (slice === undefined) return [wrongBeyond(page, list)];
      const index = [...slice, undefined].findIndex((id, place) => id !== ids[place]);
      const expected = `id ${slice[index] ?? '(none)'} as item ${index + 1}`;
      const got = isList ? `id ${ids[index] ?? '(none)'}` : `status ${answer.status}`;
      return [mismatch(page, expected, got, ids)];
    },
  }),
  ofEveryPage({
    id: 'page.order.stable',
    says: 'A list has the same order on each page and in each request',
    spec: 'Common list query parameters',
    level: 'should',
    compares: 'list',
    consequence: 'A client that reads several pages gets items twice or misses some.',
    missing: TOO_SHORT,
    wrong(page, { first, pages, isReordered }) {
      if (page !== first || pages.length === 1) return undefined;
      if (!isReordered) return [];
      return [
        mismatch(
          page,
          'the same order on each page and in each request',
          'another order',
          page.ids,
        ),
      ];
    },
  }),
];

/** What is wrong with a page beyond the items that the first page shows. */
function wrongBeyond(page: Page, list: PagedList): Mismatch {
  const { isList, ids, answer } = page;
  const again = repeatedFrom(page, list);
  if (again !== undefined) {
    return mismatch(page, `no item of page ${again.number}`, `id ${again.id} again`, ids);
  }
  const got = isList ? `${ids.length}` : `status ${answer.status}`;
  return mismatch(page, `${lengthOf(page, list)} items`, got, ids);
}

/**
 * Whether a page has no more items than requested and, for a first page without `page`, no fewer.
 */
function hasRightSize(page: Page, { first, isCut }: PagedList): boolean {
  if (page.ids.length > page.size) return false;
  return page === first ? !isCut : page.isNumbered || page.ids.length > 0;
}
