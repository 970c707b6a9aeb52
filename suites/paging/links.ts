import type { Expect } from '../../harness/expect.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { everyList, type Facts, limit, limitOfLists } from './judging.js';
import { hasRows, lastNumber, linksOf, mismatch, numberIn, type Page, targetsOf } from './page.js';
import { type Place, type PlacedList, placedLists } from './places.js';
import { CHANGED, isEnd, isSecond, type NotShown, TOO_SHORT, unlinked } from './reading.js';

const RELATIONS = ['first', 'last', 'next', 'prev'] as const;

type Relation = (typeof RELATIONS)[number];

/** Whether a page must have a relation. On a single page `first` and `last` may be missing (docs/verdicts.md B-4). */
function mustHave(relation: Relation, { number, count, isMore }: Place): boolean {
  if (relation === 'next') return isMore;
  return relation === 'prev' ? number > 1 : count !== 1;
}

/** Declares that second pages have a relation; the other pages are judged by page.link.every-page. */
function present(relation: Relation, says: string, consequence: string): Requirement {
  return limitOfLists({
    id: `page.${relation}.present`,
    says,
    consequence,
    judge(list, expect) {
      const reason = unlinked(list);
      if (reason !== undefined) return reason;
      const place = list.places.find(({ page }) => page === list.second);
      if (place === undefined || !mustHave(relation, place)) return 'it has fewer than three rows';
      if (linksOf(place.page, relation).length === 0) expect.fail(lacks(place.page, relation));
      return undefined;
    },
  });
}

function lacks(page: Page, relation: Relation) {
  const seen = page.header.links.flatMap(({ relations }) => relations).join(', ');
  const expected = `a link with rel="${relation}"`;
  const message = `expected ${expected}, got ${seen || 'none'}`;
  return mismatch(page, message, expected, page.answer.headers.link);
}

/** Declares that the links with a relation lead to the page of a number. */
function leads(
  relation: Relation,
  { number, ...facts }: Facts & { number(place: Place): number | undefined },
): Requirement {
  return limitOfLists({
    ...facts,
    judge: (list, expect) => unlinked(list) ?? leadTo(list, expect, relation, number),
  });
}

function leadTo(
  { places }: PlacedList,
  expect: Expect,
  relation: Relation,
  number: (place: Place) => number | undefined,
): NotShown {
  const linked = places.filter(({ page }) => linksOf(page, relation).length > 0);
  if (linked.length === 0)
    return `no page of it has \`${relation}\` (see page.${relation}.present)`;
  const leading = linked.flatMap((place) => {
    const { page } = place;
    const numbers = linksOf(page, relation).map((link) => numberIn(link, page));
    const wanted = number(place);
    return wanted === undefined || numbers.includes(undefined) ? [] : [{ page, wanted, numbers }];
  });
  if (leading.length === 0) return `the address of \`${relation}\` does not tell`;
  expect.each(leading, '', ({ page, wanted, numbers }) => {
    if (numbers.every((each) => each === wanted)) return;
    const message = `rel="${relation}": expected page ${wanted}, got page ${numbers.join(' and ')}`;
    expect.fail(mismatch(page, message, `page ${wanted}`, targetsOf(page, relation)));
  });
  return undefined;
}

/** Declares that pages do not have a relation; it counts only where the instance shows it elsewhere. */
function absent(
  relation: Relation,
  { pages, ...facts }: Facts & { pages(list: PlacedList): Page[] },
): Requirement {
  return limit({
    ...facts,
    async check(context) {
      const seconds = (await placedLists(context)).flatMap(({ second }) => second ?? []);
      if (!seconds.some((page) => linksOf(page, relation).length > 0)) {
        inconclusive(`no page of any list has \`${relation}\`, so its absence shows nothing`);
      }
      await everyList(context, (list) => {
        if (list.since === 'changed') return CHANGED;
        const ends = pages(list);
        if (ends.length === 0) return 'no page is known to be at that end (see page.last.points)';
        context.expect.each(ends, '', (page) => {
          const targets = targetsOf(page, relation);
          if (targets.length === 0) return;
          const message = `expected no rel="${relation}" here, got <${targets.join('>, <')}>`;
          context.expect.fail(mismatch(page, message, `no rel="${relation}"`, targets));
        });
        return undefined;
      });
    },
  });
}

/** That lists have a `Link` header, which relations it carries, and where these lead. */
export const pagingLinks: readonly Requirement[] = [
  limitOfLists({
    id: 'page.link.present',
    says: 'Paged lists return a `Link` header',
    spec: 'Common list query parameters',
    consequence: 'A client cannot go from page to page.',
    judge({ second }, expect) {
      if (second === undefined) return TOO_SHORT;
      if (second.rows === undefined) return `its second page answers ${second.answer.status}`;
      const message = 'expected a Link header, got none';
      if (!second.hasHeader) expect.fail(mismatch(second, message, 'a Link header', undefined));
      return undefined;
    },
  }),
  limitOfLists({
    id: 'page.link.single-page',
    says: 'Paged lists return a `Link` header, also where one page holds them',
    spec: 'Common list query parameters',
    level: 'should',
    consequence: 'A client that takes a missing header for an error stops at a short list.',
    judge({ first, whole, second }, expect) {
      if (first.rows === undefined) return `it answers ${first.answer.status} and no list`;
      if (!whole) return 'it has more than one page of 100 rows';
      if (first.hasHeader) return undefined;
      if (second?.hasHeader !== true)
        return 'no page of it has a Link header (see page.link.present)';
      const message = 'expected a Link header, got none';
      return expect.fail(mismatch(first, message, 'a Link header', undefined));
    },
  }),
  present('first', 'The `Link` header carries `first`', 'A client cannot go back to the start.'),
  leads('first', {
    id: 'page.first.points',
    says: '`first` leads to the first page',
    consequence: 'A client that goes back to the start misses rows.',
    number: () => 1,
  }),
  present('last', 'The `Link` header carries `last`', 'A client cannot tell how long a list is.'),
  limitOfLists({
    id: 'page.last.points',
    says: '`last` leads to the last page',
    consequence: 'A client that goes to the end misses rows, or gets an error.',
    judge(list, expect) {
      const reason = unlinked(list);
      if (reason !== undefined) return reason;
      const notCounted = leadTo(list, expect, 'last', ({ count }) => count);
      // An error of the server is judged by page.no-5xx.
      const answered = list.endings.filter(({ last }) => last.answer.status < 500);
      if (answered.length === 0) return notCounted;
      expect.each(answered, '', (ending) => {
        if (isEnd(ending)) return;
        const { from, last } = ending;
        const isLater = 'a page with others after it';
        const got = hasRows(last) ? isLater : `status ${last.answer.status} and no row`;
        const message = `rel="last": expected the last page, got ${got}`;
        expect.fail(mismatch(from, message, 'the last page', targetsOf(from, 'last')));
      });
      return undefined;
    },
  }),
  present(
    'next',
    '`next` is there when there is a next page',
    'A client takes the list for shorter than it is.',
  ),
  leads('next', {
    id: 'page.next.neighbour',
    says: '`next` is the immediate next page',
    consequence: 'A client that goes on skips rows, or sees them again.',
    number: ({ number, count }) => (number === count ? undefined : number + 1),
  }),
  absent('next', {
    id: 'page.next.absent-on-last',
    says: '`next` appears only when a next page exists',
    consequence:
      'A client that follows `next` until there is none runs into an error, or never stops.',
    pages: (list) => {
      const { first, whole, second, endings } = list;
      // Where `last` counts more pages, so does `next`: that is judged by page.last.points.
      const isCounted = [undefined, 2].includes(lastNumber(second));
      const isLast = whole && isSecond(list) && first.keys.length === 2 && isCounted;
      const ends = endings.filter(isEnd).map(({ last }) => last);
      return [...(whole ? [first] : []), ...(isLast && second ? [second] : []), ...ends];
    },
  }),
  present('prev', '`prev` is there when there is a previous page', 'A client cannot go back.'),
  leads('prev', {
    id: 'page.prev.neighbour',
    says: '`prev` is the immediate previous page',
    consequence: 'A client that goes back skips rows, or sees the same again.',
    number: ({ number }) => (number === 1 ? undefined : number - 1),
  }),
  absent('prev', {
    id: 'page.prev.absent-on-first',
    says: '`prev` appears only when a previous page exists',
    consequence:
      'A client that follows `prev` until there is none runs into an error, or never stops.',
    pages: ({ first }) => (first.rows === undefined ? [] : [first]),
  }),
  limit({
    id: 'page.link.every-page',
    says: 'The `Link` header of a list carries on every page what it carries on its second one',
    consequence: 'A client loses its way on the first page of a list, or on the last.',
    async check(context) {
      const all = (await placedLists(context)).flatMap(({ second, places }) =>
        places.map((place) => ({ ...place, isSecond: place.page === second })),
      );
      // What second pages lack is judged by the requirements `page.*.present`.
      const carried = RELATIONS.filter((relation) => {
        const seconds = all.filter((place) => place.isSecond && mustHave(relation, place));
        const having = seconds.filter(({ page }) => linksOf(page, relation).length > 0);
        return having.length > 0 && having.length === seconds.length;
      });
      const others = all.filter((place) => !place.isSecond);
      context.expect.each(others, 'no second page has links that can be judged', (place) => {
        const { page } = place;
        for (const relation of carried) {
          const isMissing = mustHave(relation, place) && linksOf(page, relation).length === 0;
          if (isMissing) context.expect.fail(lacks(page, relation));
        }
      });
    },
  }),
];
