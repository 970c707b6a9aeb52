import type { Requirement } from '../../harness/requirement.js';
import type { Mismatch } from '../../harness/violation.js';
import { type Facts, ofEveryPage } from './every-page.js';
import { isSound, isWhole } from './lists.js';
import { hasLink, mismatch, type Page, type Relation } from './page.js';
import { type Fault, leastPages, wrongLinks } from './prediction.js';

/** Every page has the links with a relation that its number and the length of its list predict. */
function asPredicted(relation: Relation, fault: Fault, facts: Facts): Requirement {
  return ofEveryPage({
    ...facts,
    missing: `no page was read that tells anything about \`${relation}\``,
    wrong(page, list) {
      if (!isSound(list)) return undefined;
      const isOfEnd = relation === 'last' && fault === 'misleading' && page === list.pages[1];
      if (isOfEnd && list.wrongEnd.length > 0) return list.wrongEnd;
      // Where a list never has the relation, its absence shows nothing.
      const isVain = fault === 'surplus' && !list.pages.some((each) => hasLink(each, relation));
      return isVain ? undefined : wrongLinks(fault, relation, page, list);
    },
  });
}

/** What differs where a page has no `Link` header. */
function headerMissing(page: Page): Mismatch[] {
  return page.hasHeader ? [] : [mismatch(page, 'a Link header', 'none')];
}

/** That lists have a `Link` header, which relations it carries, and where these lead. */
export const pagingLinks: readonly Requirement[] = [
  ofEveryPage({
    id: 'page.link.present',
    says: 'Paged lists return a `Link` header, on every page',
    spec: 'Common list query parameters',
    consequence: 'A client cannot go from page to page.',
    missing: 'no list has more than one page',
    wrong: (page, list) =>
      isSound(list) && leastPages(page, list) > 1 ? headerMissing(page) : undefined,
  }),
  ofEveryPage({
    id: 'page.link.single-page',
    says: 'Paged lists return a `Link` header, also where one page holds them',
    spec: 'Common list query parameters',
    level: 'should',
    consequence: 'A client that takes a missing header for an error stops at a short list.',
    missing: 'no list of one page has a Link header on smaller pages',
    wrong(page, list) {
      // That a list has no header on any page is judged by page.link.present.
      const hasAny = list.pages.some(({ hasHeader }) => hasHeader);
      return page === list.first && isWhole(list) && hasAny ? headerMissing(page) : undefined;
    },
  }),
  asPredicted('first', 'lacking', {
    id: 'page.first.present',
    says: 'The `Link` header carries `first`',
    consequence: 'A client cannot go back to the start.',
  }),
  asPredicted('first', 'misleading', {
    id: 'page.first.points',
    says: '`first` leads to the first page',
    consequence: 'A client that goes back to the start misses rows.',
  }),
  asPredicted('last', 'lacking', {
    id: 'page.last.present',
    says: 'The `Link` header carries `last`',
    consequence: 'A client cannot tell how long a list is.',
  }),
  asPredicted('last', 'misleading', {
    id: 'page.last.points',
    says: '`last` leads to the last page',
    consequence: 'A client that goes to the end misses rows, or gets an error.',
  }),
  asPredicted('next', 'lacking', {
    id: 'page.next.present',
    says: '`next` is there when there is a next page',
    consequence: 'A client takes the list for shorter than it is.',
  }),
  asPredicted('next', 'misleading', {
    id: 'page.next.neighbour',
    says: '`next` is the immediate next page',
    consequence: 'A client that goes on skips rows, or sees them again.',
  }),
  asPredicted('next', 'surplus', {
    id: 'page.next.absent-on-last',
    says: '`next` appears only when a next page exists',
    consequence:
      'A client that follows `next` until there is none runs into an error, or never stops.',
  }),
  asPredicted('prev', 'lacking', {
    id: 'page.prev.present',
    says: '`prev` is there when there is a previous page',
    consequence: 'A client cannot go back.',
  }),
  asPredicted('prev', 'misleading', {
    id: 'page.prev.neighbour',
    says: '`prev` is the immediate previous page',
    consequence: 'A client that goes back skips rows, or sees the same again.',
  }),
  asPredicted('prev', 'surplus', {
    id: 'page.prev.absent-on-first',
    says: '`prev` appears only when a previous page exists',
    consequence:
      'A client that follows `prev` until there is none runs into an error, or never stops.',
  }),
];
