import type { CheckContext } from '../../harness/check-context.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { readable } from '../conventions/readable.js';
import { everyAlone } from '../filters/alone.js';
import { askedTwice } from '../filters/repeated.js';
import { ordersAsked } from '../order/orders-asked.js';
import { hasRows, lastNumber, type Page, pageOf, sameRows } from './page.js';
import { type PagedList, pagedLists, unlinked } from './reading.js';
import { begunWalk, endsAtLast, rowsOf, type Walk } from './walk.js';

/** A page whose number is known. */
export interface Place {
  page: Page;
  number: number;
  /** How many pages there are; undefined where that is not beyond doubt. */
  count?: number | undefined;
  /** Whether it is beyond doubt that a page follows. */
  isMore: boolean;
}

/** A list with every page of it that was read. */
export interface PlacedList extends PagedList {
  /** Those that show a list. */
  pages: Page[];
  /** First pages of it with a filter or in an order: only their links are judged here. */
  queried: Page[];
  /** Those whose links can be judged by their number; none where the second page shows something else. */
  places: Place[];
}

/** The lists of the version under judgement, with the pages of the walk and those of filters and orders asked alone. */
export function placedLists(context: CheckContext): Promise<PlacedList[]> {
  const { api, instance } = context;
  return instance.once(`placed lists of ${api.version}`, async () => {
    const [walk] = await readable(async () => [await begunWalk(context)]);
    const answers = [
      ...(await everyAlone(context)),
      ...(await askedTwice(context)),
      ...(await ordersAsked(context)),
    ];
    return (await pagedLists(context)).map((list) => {
      const own = walk?.list === list ? walk : undefined;
      const queried = answers
        .filter(({ known, answer }) => known.path === list.source.path && answer.status === 200)
        .map(({ answer }) => pageOf(answer));
      return { ...list, queried, pages: pagesOf(list, own), places: placesOf(list, own) };
    });
  });
}

function pagesOf(list: PagedList, walk: Walk | undefined): Page[] {
  const { first, beyondFirst, second, onlyFirst, endings } = list;
  const ends = endings.flatMap(({ last, beyond }) => [last, beyond]);
  const read = [first, beyondFirst, second, onlyFirst, ...ends, ...(walk?.pages ?? [])];
  // Two links may lead to the same page, which the client then reads once.
  const pages = new Map(read.map((page) => [page?.answer.exchange, page]));
  return [...pages.values()].flatMap((page) => (page?.rows === undefined ? [] : [page]));
}

function placesOf(list: PagedList, walk: Walk | undefined): Place[] {
  const { first, whole, second, endings } = list;
  if (second === undefined || unlinked(list) !== undefined) return [];
  const rows = first.keys.length;
  // Rows were counted that the first page has no room for.
  const isLonger = !whole && (lastNumber(second) ?? 0) > LARGEST_PAGE;
  const ends = endings.flatMap(({ from, last }): Place[] => {
    const number = lastNumber(from);
    const isPlaced = number !== undefined && number > 2 && hasRows(last);
    return isPlaced ? [{ page: last, number, isMore: false }] : [];
  });
  const places = [
    { page: first, number: 1, count: whole ? 1 : undefined, isMore: isLonger },
    { page: second, number: 2, count: whole ? rows : undefined, isMore: rows > 2 },
    ...ends,
    ...(walk === undefined ? [] : walked(walk)),
  ];
  return places.filter(({ page }) => page.header.malformed.length === 0);
}

function walked(walk: Walk): Place[] {
  const { list, pages, since } = walk;
  const isComplete = sameRows(rowsOf(pages), list.first.keys);
  const isWhole = endsAtLast(walk) && since !== 'changed' && isComplete;
  const count = isWhole ? pages.length : undefined;
  return pages.flatMap((page, index) => {
    const number = index + 1;
    const isMore = count !== undefined && number < count;
    return page.rows === undefined ? [] : [{ page, number, count, isMore }];
  });
}
