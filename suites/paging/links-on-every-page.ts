import { type Requirement, requirement } from '../../harness/requirement.js';
import type { Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { everyList, targetsOf, unlinked } from './judging.js';
import { linksOf, mismatch, numberIn, type Page, sameRows } from './page.js';
import { hasRows, lastNumber, type PagedList, pagedLists } from './probe.js';
import { endsAtLast, type Walk, walkOf } from './walk.js';

/** A page, and where its links lead as far as that is known; of the others nothing is expected. */
interface Placed {
  page: Page;
  first?: 1;
  last?: number;
  /** Set where there may be more pages than those that are known: `last` leads no less far. */
  orMore?: true;
  /** A number, or that there is one: where it leads is then judged by a requirement of its own. */
  next?: number | 'there';
  prev?: number | 'there';
  /** "first" and "last" carry no condition; on a single page they may be missing for all that. */
  isOnly?: true;
}

const RELATIONS = ['first', 'last', 'next', 'prev'] as const;

type Relation = (typeof RELATIONS)[number];

/** The other requirements look at the second page of a list: this one at every other that was read. */
export const linksOnEveryPage: Requirement = requirement({
  id: 'page.link.every-page',
  says: 'The `Link` header of a list carries on every page what it carries on its second one',
  spec: 'Limits',
  level: 'must',
  versions: ALL,
  consequence: 'A client loses its way on the first page of a list, or on the last.',
  async check(context) {
    const [walk] = await readable(async () => [await walkOf(context)]);
    const lists = await pagedLists(context);
    const carried = RELATIONS.filter((each) => isSoundOnSeconds(each, lists));
    await everyList(context, (list) => {
      const reason = unlinked(list);
      if (reason !== undefined) return reason;
      if (carried.length === 0)
        return 'the links of second pages are amiss (see page.next.neighbour)';
      const pages = [...placed(list), ...(walk?.list === list ? walked(walk) : [])];
      context.expect.none(pages.flatMap((each) => carried.flatMap((name) => amiss(each, name))));
      return pages.length === 0 ? 'none of its pages but the second one is known' : undefined;
    });
  },
});

/** Whether second pages show a relation, and rightly: else that is judged by requirements of its own. */
function isSoundOnSeconds(relation: Relation, lists: readonly PagedList[]): boolean {
  const seconds = lists.flatMap((list) => {
    const { middle, all, expected } = list;
    if (middle === undefined || unlinked(list) !== undefined) return [];
    if (relation === 'next' && expected.length < 3) return [];
    const numbers = linksOf(middle, relation).map((link) => numberIn(link, middle));
    const wanted = { first: 1, prev: 1, next: 3, last: all ? expected.length : undefined };
    const number = wanted[relation];
    return [
      numbers.length > 0 &&
        numbers.every((each) => each === undefined || number === undefined || each === number),
    ];
  });
  return seconds.length > 0 && seconds.every((isSound) => isSound);
}

/** The first page with 100 rows, and the page that `last` leads to. */
function placed(list: PagedList): Placed[] {
  const { first, whole, last } = list;
  const number = lastNumber(list);
  if (first.rows === undefined) return [];
  const opening: Placed = whole
    ? { page: first, first: 1, last: 1, isOnly: true }
    : {
        page: first,
        first: 1,
        last: 1,
        orMore: true,
        ...(isLonger(list) ? { next: 'there' } : {}),
      };
  if (last === undefined || number === undefined || number < 3 || !hasRows(last)) return [opening];
  // How many pages there are may have changed between the two requests.
  return [opening, { page: last, first: 1, last: number, orMore: true, prev: 'there' }];
}

/** Whether rows were counted that the first page has no room for. */
function isLonger(list: PagedList): boolean {
  return (lastNumber(list) ?? 0) > LARGEST_PAGE;
}

function walked(walk: Walk): Placed[] {
  const { list, pages, since, end } = walk;
  const [stop] = pages.slice(-1);
  if (end === 'next skips' && stop !== undefined) return [{ page: stop, next: pages.length + 1 }];
  const rows = pages.flatMap(({ keys }) => keys);
  if (!endsAtLast(walk) || since === 'changed' || !sameRows(rows, list.first.keys)) return [];
  return pages.map((page, index) => ({
    page,
    first: 1,
    last: pages.length,
    ...(index + 1 < pages.length ? { next: index + 2 } : {}),
    ...(index > 0 ? { prev: index } : {}),
  }));
}

function amiss({ page, isOnly, orMore, ...known }: Placed, relation: Relation): Mismatch[] {
  const wanted = known[relation];
  if (wanted === undefined || page.header.malformed.length > 0) return [];
  const numbers = linksOf(page, relation).map((link) => numberIn(link, page));
  const isMore = relation === 'last' && orMore === true;
  const leads = (number: number | undefined) =>
    number === undefined || wanted === 'there' || (isMore ? number >= wanted : number === wanted);
  if (numbers.length === 0 ? isOnly : numbers.every(leads)) return [];
  const where = wanted === 'there' ? '' : ` to page ${wanted}${isMore ? ' or later' : ''}`;
  const expected = `rel="${relation}"${where}`;
  const got = numbers.length === 0 ? 'none' : `page ${numbers.join(' and ')}`;
  const message = `expected ${expected}, as on the second page; got ${got}`;
  return [mismatch(page, message, expected, targetsOf(page, relation))];
}
