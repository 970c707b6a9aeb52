import type { Where } from '../../harness/check-context.js';
import { RELATIONS } from '../../harness/link-header.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { UNKNOWN_ID } from '../../harness/write.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { idOf } from '../support/first-rows.js';
import { rowsOf } from '../support/known-rows.js';
import { everyFilter, requestedTwice, requestWithValues } from '../support/lists/filtered.js';
import { filteredPages, type Queried } from '../support/lists/filtered-pages.js';
import { orderedPages, requestedOrders } from '../support/lists/ordered.js';
import {
  type Extent,
  hasLink,
  leastPages,
  mismatch,
  type Page,
  pageOf,
  type Relation,
  wrongLinks,
} from '../support/lists/page.js';
import { isSound, lengthOf, pagedLists } from '../support/lists/pages.js';
import { itemMismatches } from '../support/lists/prediction.js';
import { ask, selects } from '../support/lists/query.js';
import { everySearch, everySearchForNothing } from '../support/lists/searched.js';
import { readable, readEach } from '../support/readable.js';
import { limit } from './pages.js';

/** The filters that filter.unknown sends with an id that no object has, as the usual reader of the list. */
const BY_ID = FILTER_FORMS.filter(({ value, name }) => value === 'id' && name !== 'owner-id');

/** A page, and how many items its list has. */
interface Measured {
  page: Page;
  extent: Extent;
}

/** What a page can lack, or have too much. */
interface Aspect {
  /** Undefined if the page proves nothing. */
  wrong(measured: Measured): Mismatch[] | undefined;
  /** Whether only a list of several pages can have it. */
  isOfSeveral: boolean;
}

const ASPECTS: readonly Aspect[] = [
  {
    isOfSeveral: true,
    wrong({ page, extent }) {
      if (leastPages(page, extent) < 2) return undefined;
      return page.hasHeader ? [] : [mismatch(page, 'a Link header', 'none')];
    },
  },
  ...RELATIONS.flatMap((relation) => [missing(relation), unexpected(relation)]),
];

function missing(relation: Relation): Aspect {
  return {
    isOfSeveral: true,
    wrong: ({ page, extent }) => wrongLinks('missing', relation, page, extent),
  };
}

function unexpected(relation: Relation): Aspect {
  return {
    isOfSeveral: false,
    wrong: ({ page, extent }) => wrongLinks('unexpected', relation, page, extent),
  };
}

/** The links of lists with a filter, a search or an order. Where they lead, other requirements say. */
export const queriedLinks: Requirement = limit({
  id: 'page.link.queried',
  says: 'A list with a filter, `q` or an `order` has the links of any list: a `Link` header on several pages, and `next` only if such a page exists',
  spec: 'Common list query parameters',
  compares: 'list',
  consequence: 'A client that follows the pages of a filtered list stops after the first.',
  async check(context) {
    const lists = (await pagedLists(context)).filter(isSound);
    const plain = lists.flatMap((list) => list.pages.map((page) => ({ page, extent: list })));
    const queried = await measuredPages(context);
    let several = 0;
    for (const { wrong, isOfSeveral } of ASPECTS) {
      // What lists lack without a query as well is a matter of other requirements.
      if (plain.some((each) => (wrong(each) ?? []).length > 0)) continue;
      const judged = queried.map(wrong).filter((each) => each !== undefined);
      if (isOfSeveral) several += judged.length;
      context.expect.none(judged.flat(), judged.length);
    }
    if (several === 0)
      inconclusive(
        'no list with a filter, `q` or an `order` has several pages, or its links are unsound without',
      );
  },
});

/** The pages with a query of which the length of the list is known, of the lists whose pages are sound without. */
async function measuredPages(where: Where): Promise<Measured[]> {
  const paths = (await pagedLists(where)).filter(isSound).map(({ path }) => path);
  const read: ((where: Where) => Promise<Queried[]>)[] = [
    everyFilter,
    laterPages,
    requestedTwice,
    requestedOrders,
    orderedFronts,
    everySearch,
    emptyLists,
  ];
  const asked = await readEach(read, (each) => each(where));
  const ofSound = asked.filter(({ known }) => paths.includes(known.path));
  return [...(await readEach(ofSound, measured)), ...(await halfOfSearch(where, paths))];
}

/** Lists with an id or a word that no item has, as other requirements request them: of those the empty ones. */
async function emptyLists(where: Where): Promise<Queried[]> {
  const filtered = await requestWithValues(BY_ID, where, ({ given: { filter } }) => [
    { filter, value: String(UNKNOWN_ID) },
  ]);
  const asked = [...filtered, ...(await everySearchForNothing(where))];
  return asked.filter(({ answer }) => rowsOf(answer).length === 0);
}

async function laterPages(where: Where): Promise<Queried[]> {
  return (await filteredPages(where)).flatMap(({ pages }) => pages);
}

async function orderedFronts(where: Where): Promise<Queried[]> {
  const lists = await orderedPages(where);
  return lists.flatMap(({ known, pages }) => pages.map((page) => ({ known, ...page })));
}

/** A page with a query, and the length of its list; none if it has wrong items, or not as many as it must have. */
async function measured({ known, query, answer }: Queried): Promise<Measured[]> {
  const page = pageOf(answer);
  const { ids, number, size } = page;
  // An empty list has one page; an empty later page is no page of its list.
  if (ids.length === 0 && number > 1) return [];
  if (itemMismatches(query, known, answer).length > 0) return [];
  const said = known.rows.map((row) => selects(query, row));
  const selected = known.rows.filter((_, index) => said[index] === true);
  const sure = new Set(selected.map(idOf)).size;
  const end = (number - 1) * size + ids.length;
  // A page that is not full is the last one, unless it leads to further items.
  const isEnd = ids.length < size && !(await goesOn({ known, query, answer }));
  const isAll = known.whole && !said.includes('either');
  const total = isAll ? sure : isEnd ? end : undefined;
  const extent = { total, atLeast: total ?? Math.max(sure, end) };
  return ids.length === lengthOf(page, extent) ? [{ page, extent }] : [];
}

/** Whether the page after one with `next` has further items. */
async function goesOn({ known, query, answer }: Queried): Promise<boolean> {
  const page = pageOf(answer);
  if (!hasLink(page, 'next')) return false;
  const after = pageOf(await ask(known, { ...query, page: page.number + 1 }));
  return after.ids.some((id) => !page.ids.includes(id));
}

/** The first half of what a search finds: searches are for words of few items, so that one page has all. */
async function halfOfSearch(where: Where, paths: readonly string[]): Promise<Measured[]> {
  const [found] = (await readable(() => everySearch(where))).filter(
    ({ known, answer, holds, isCut }) =>
      paths.includes(known.path) && holds && !isCut && rowsOf(answer).length > 1,
  );
  if (found === undefined) return [];
  const total = rowsOf(found.answer).length;
  const size = Math.ceil(total / 2);
  const page = pageOf(await ask(found.known, { ...found.query, size }));
  return page.ids.length === size ? [{ page, extent: { total, atLeast: total } }] : [];
}
