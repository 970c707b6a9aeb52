import type { Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { canonical, sameValue } from '../consistency/comparison.js';
import { CHANGED, departingOnPages, everyList, type NotShown, pagesOf } from './judging.js';
import { mismatch, type Page, pageOf } from './page.js';
import { type AskedMore, isSecond, lastOf, type PagedList, pagedLists } from './probe.js';

const SPEC = 'Common list query parameters';

/** What pages are cut from: what was found, in the order that was asked for, as it is anywhere. */
export const pagingCut: readonly Requirement[] = [
  cutFromFound({
    id: 'page.of-found',
    says: '`q` and filters are heeded on every page, not on the first one only',
    consequence: 'A client that goes on in what it searched for gets everything.',
    isTold: ({ kind, query }) => kind === 'search' || (kind === 'several' && query.q !== undefined),
    whyUntold: untold,
    other: 'page.of-ordered',
  }),
  cutFromFound({
    id: 'page.of-ordered',
    says: '`order` puts the list in order, which is then cut into pages',
    consequence:
      'A client that asks for the newest gets the oldest, with the newest of them first.',
    isTold: ({ kind }) => kind === 'search',
    whyUntold: () => undefined,
    other: 'page.of-found',
  }),
  requirement({
    id: 'page.same-rows',
    says: 'An object is shown alike on whichever page it stands',
    spec: 'Limits',
    level: 'should',
    versions: ALL,
    consequence: 'A client that reads page by page shows other things than one that reads at once.',
    async check(context) {
      const lists = await pagedLists(context);
      let compared = 0;
      for (const list of lists) {
        const differing = pagesBesideFirst(list).flatMap((page) => {
          const pairs = pairsOf(page, list.first);
          compared += pairs.length;
          return pairs.filter(({ own, known }) => !sameValue(own.value, known.value));
        });
        if (differing.length > 0) context.expect.none(await unchanged(differing, list));
      }
      if (compared === 0) inconclusive('no row was met on two pages');
    },
  }),
];

/** Judges the second page of what was found, and of whatever else a list was asked for. */
function cutFromFound({
  isTold,
  whyUntold,
  other,
  ...declared
}: Pick<Requirement, 'says' | 'consequence'> & {
  id: 'page.of-found' | 'page.of-ordered';
  /** Whether what a page was asked for besides its number can tell of it. */
  isTold(asked: AskedMore): boolean;
  /** Why a second page that is right says nothing of it; nothing if it does. */
  whyUntold(list: PagedList, found: readonly string[]): NotShown;
  /** The id of the requirement whose matter it else is. */
  other: string;
}): Requirement {
  return requirement({
    ...declared,
    spec: SPEC,
    level: 'should',
    versions: ALL,
    async check(context) {
      context.expect.none(await departingOnPages(declared.id, context));
      await everyList(context, (list) => {
        const { extra } = list;
        if (extra === undefined || !isTold(extra)) return 'it could not be searched page by page';
        const [found = []] = extra.expected;
        if (extra.isRight) return whyUntold(list, found);
        return unclear(list, extra) ?? `its second page shows something else amiss (see ${other})`;
      });
    },
  });
}

/** Why a page of the search that is wrong says nothing of `q` and `order`; nothing if it does. */
function unclear(list: PagedList, { page, since }: AskedMore): NotShown {
  if (page.keys.length !== 1) return 'its second page, at one row a page, was not shown';
  if (!isSecond(list) || list.since !== 'unchanged') return 'its pages are amiss without a search';
  return since === 'unchanged' ? undefined : CHANGED;
}

/** Why the second of the rows found might as well be the second of all; nothing if it may not. */
function untold({ first, extra }: PagedList, found: readonly string[]): NotShown {
  if (extra === undefined) return undefined;
  const isShorter = !extra.all || found.length < first.keys.length;
  const counts = extra.all && isShorter && lastOf(extra.page) === found.length;
  // Of a long list the first page tells at least how many rows it has, the other how many are found.
  const least = ((lastOf(first) ?? 1) - 1) * LARGEST_PAGE;
  const isPart = !extra.all && (lastOf(extra.page) ?? Number.POSITIVE_INFINITY) <= least;
  const newer = [...first.keys, ...found].filter((key) => Number(key) > Number(found[1]));
  return counts || isPart || new Set(newer).size > 1
    ? undefined
    : 'its second row is the same without `q`';
}

function pagesBesideFirst(list: PagedList): Page[] {
  const pages = [...pagesOf(list), ...(list.extra === undefined ? [] : [list.extra.page])];
  return [...new Set(pages)].filter((page) => page !== list.first);
}

/** The rows of a page that the first page shows as well. */
function pairsOf(page: Page, first: Page): { page: Page; key: string; own: Seen; known: Seen }[] {
  return page.keys.flatMap((key, index) => {
    const [own, known] = [page.rows?.[index], first.rows?.[first.keys.indexOf(key)]];
    return own === undefined || known === undefined ? [] : [{ page, key, own, known }];
  });
}

/** What differs of rows that, asked for once more, are as they were on the first page. */
async function unchanged(
  pairs: ReturnType<typeof pairsOf>,
  { source, first }: PagedList,
): Promise<Mismatch[]> {
  const again = pageOf(
    await source.api.get(source.path, { query: { per_page: LARGEST_PAGE - 1 } }),
  );
  const same = pairsOf(again, first).filter(({ own, known }) => sameValue(own.value, known.value));
  const keys = new Set(same.map(({ key }) => key));
  return pairs
    .filter(({ key }) => keys.has(key))
    .map(({ page, key, own, known }) => ({
      ...mismatch(page, `id ${key} is not as on the first page`, canonical(known.value), own.value),
      pointer: own.at.pointer,
    }));
}
