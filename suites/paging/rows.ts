import type { Seen } from '../../harness/place.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { limit, limitOfLists } from './judging.js';
import { goesOn, mismatch, type Page, pageOf, queryOf, sameOrder, sameRows } from './page.js';
import { placedLists } from './places.js';
import { CHANGED, isSecond, type PagedList, pagedLists, TOO_SHORT } from './reading.js';
import { begunWalk, rowsOf } from './walk.js';

/** What the pages of a list hold: their size, their rows, and that these come in one order. */
export const pagingRows: readonly Requirement[] = [
  limitOfLists({
    id: 'page.array',
    says: 'Paged lists return a JSON array, also on a page that is not the first',
    spec: 'Common list query parameters',
    consequence: 'A client that goes from page to page fails to decode the second one.',
    judge({ second }, expect) {
      if (second === undefined) return TOO_SHORT;
      if (second.answer.status !== 200) return 'its second page does not answer 200';
      expect.array(second.answer);
      return undefined;
    },
  }),
  limitOfLists({
    id: 'page.per-page.honoured',
    says: '`per_page` may be set up to 100',
    consequence:
      'A client gets more rows than it can take, or must ask far more often than it planned.',
    judge({ first, beyondFirst, second, onlyFirst }, expect) {
      const size = 'as many rows as per_page says, while there are as many';
      for (const page of [first, second, onlyFirst]) {
        if (page === undefined) continue;
        const count = page.keys.length;
        const isFewer = page === first && goesOn(first, beyondFirst);
        if (!isFewer && count <= Number(queryOf(page).get('per_page'))) continue;
        const message = `got ${count} rows${isFewer ? ', and the next page has more' : ''}`;
        expect.fail(mismatch(page, message, size, count));
      }
      if (second === undefined) return TOO_SHORT;
      return second.keys.length === 1 ? undefined : 'a page of one row was not shown';
    },
  }),
  limitOfLists({
    id: 'page.page-selects',
    says: '`page` selects the page',
    consequence: 'A client sees the same rows again, or never sees some.',
    judge(list, expect) {
      const { first, second, onlyFirst, since } = list;
      if (second === undefined) return TOO_SHORT;
      if (isSecond(list)) return undefined;
      if (since === 'changed') return CHANGED;
      if (since === 'in another order') return 'its order changes (see page.order.stable)';
      if (second.keys.length > 1) return 'it ignores per_page (see page.per-page.honoured)';
      // Where even the first page of one row is not shown, `page` is not to blame; nor for an error.
      const { status } = second.answer;
      const refused = status >= 400 && status < 500 && onlyFirst?.keys.length === 1;
      if (second.rows === undefined && !refused)
        return 'its second page, at one row a page, was not shown';
      const received = second.rows === undefined ? `status ${status}` : second.keys;
      const row = `the second row of the list, ${first.keys[1]}`;
      const message = `expected ${row}, got ${JSON.stringify(received)}`;
      return expect.fail(mismatch(second, message, row, received));
    },
  }),
  limit({
    id: 'page.order.stable',
    says: 'A list keeps its order from page to page and from one request to the next',
    spec: 'Common list query parameters',
    level: 'should',
    consequence: 'A client that goes from page to page sees rows twice or not at all.',
    async check(context) {
      const reordered = (await pagedLists(context)).flatMap(({ first, since }) => {
        const message = 'its rows come in another order with per_page=99';
        const rows = first.keys.slice(0, 10);
        return since === 'in another order'
          ? [mismatch(first, message, 'the same order', rows)]
          : [];
      });
      context.expect.none(reordered);
      const { list, pages } = await begunWalk(context);
      const walked = rowsOf(pages);
      if (!sameRows(walked, list.first.keys))
        inconclusive('the pages of the walk are not the whole list');
      if (sameOrder(walked, list.first.keys)) return;
      const message = 'its rows come in another order than by smaller pages';
      const [received, expected] = [list.first.keys.slice(0, 10), walked.slice(0, 10).join(', ')];
      context.expect.fail(mismatch(list.first, message, expected, received));
    },
  }),
  limit({
    id: 'page.same-rows',
    says: 'An object is shown alike on whichever page it stands',
    level: 'should',
    consequence: 'A client that reads page by page shows other things than one that reads at once.',
    async check(context) {
      let compared = 0;
      for (const list of await placedLists(context)) {
        const others = list.pages.filter((page) => page !== list.first);
        const pairs = others.flatMap((page) => pairsOf(page, list.first));
        compared += pairs.length;
        const differing = pairs.filter(({ own, known }) => !sameValue(own.value, known.value));
        if (differing.length > 0) context.expect.none(await unchanged(differing, list));
      }
      if (compared === 0) inconclusive('no row was met on two pages');
    },
  }),
];

/** A row of a page, as that page and as the first one shows it. */
interface Pair {
  page: Page;
  key: string;
  own: Seen;
  known: Seen;
}

/** The rows of a page that the first page shows as well. */
function pairsOf(page: Page, first: Page): Pair[] {
  return page.keys.flatMap((key, index) => {
    const [own, known] = [page.rows?.[index], first.rows?.[first.keys.indexOf(key)]];
    return own === undefined || known === undefined ? [] : [{ page, key, own, known }];
  });
}

/** What differs of rows that, asked for once more, are as they were on the first page. */
async function unchanged(pairs: Pair[], { source, first }: PagedList): Promise<Mismatch[]> {
  const query = { per_page: LARGEST_PAGE - 1 };
  const again = pageOf(await source.api.get(source.path, { query }));
  const same = pairsOf(again, first).filter(({ own, known }) => sameValue(own.value, known.value));
  const keys = new Set(same.map(({ key }) => key));
  return pairs
    .filter(({ key }) => keys.has(key))
    .map(({ page, key, own, known }) => ({
      ...mismatch(page, `id ${key} is not as on the first page`, canonical(known.value), own.value),
      pointer: own.at.pointer,
    }));
}
