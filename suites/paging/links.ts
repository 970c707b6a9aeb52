import type { Requirement } from '../../harness/requirement.js';
import type { Mismatch } from '../../harness/violation.js';
import { type Facts, ofEveryPage } from './every-page.js';
import { isSound, isWhole } from './lists.js';
import { hasLink, mismatch, type Page, type Relation } from './page.js';
import { type Fault, leastPages, wrongLinks } from './prediction.js';

/** Every page has the link that its number and the length of its list predict. */
function asPredicted(relation: Relation, fault: Fault, facts: Facts): Requirement {
  return ofEveryPage({
    ...facts,
    missing: `no page that was read could have a wrong \`${relation}\` (lists are too short, or pages are not as requested)`,
    wrong(page, list) {
      if (!isSound(list)) return undefined;
      const isOfEnd = relation === 'last' && fault === 'misleading' && page === list.pages[1];
      if (isOfEnd && list.wrongEnd.length > 0) return list.wrongEnd;
      // If a list never has the relation, its absence proves nothing.
      const isVain = fault === 'surplus' && !list.pages.some((each) => hasLink(each, relation));
      return isVain ? undefined : wrongLinks(fault, relation, page, list);
    },
  });
}

/** The mismatch of a page without `Link` header. */
function headerMissing(page: Page): Mismatch[] {
  return page.hasHeader ? [] : [mismatch(page, 'a Link header', 'none')];
}

/** The `Link` header of lists: its presence, its relations and their targets. */
export const pagingLinks: readonly Requirement[] = [
  ofEveryPage({
    id: 'page.link.present',
    says: 'Paged lists return a `Link` header, on every page',
    spec: 'Common list query parameters',
    consequence: 'A client cannot follow the pages of a list.',
    missing: 'no list has more than one page',
    wrong: (page, list) =>
      isSound(list) && leastPages(page, list) > 1 ? headerMissing(page) : undefined,
  }),
  ofEveryPage({
    id: 'page.link.single-page',
    says: 'Paged lists return a `Link` header, also if they have a single page',
    spec: 'Common list query parameters',
    level: 'should',
    consequence: 'A client that treats a missing header as an error stops at a short list.',
    missing: 'no list of a single page has a `Link` header with smaller pages',
    wrong(page, list) {
      // A list without a header on any page is reported by page.link.present.
      const hasAny = list.pages.some(({ hasHeader }) => hasHeader);
      return page === list.first && isWhole(list) && hasAny ? headerMissing(page) : undefined;
    },
  }),
  asPredicted('first', 'lacking', {
    id: 'page.first.present',
    says: 'The `Link` header carries `first`',
    consequence: 'A client cannot return to the first page.',
  }),
  asPredicted('first', 'misleading', {
    id: 'page.first.points',
    says: '`first` leads to the first page',
    consequence: 'Clients that follow `first` miss items.',
  }),
  asPredicted('last', 'lacking', {
    id: 'page.last.present',
    says: 'The `Link` header carries `last`',
    consequence: 'A client cannot tell how many pages a list has.',
  }),
  asPredicted('last', 'misleading', {
    id: 'page.last.points',
    says: '`last` leads to the last page',
    consequence: 'Clients that follow `last` miss items or get an error.',
  }),
  asPredicted('next', 'lacking', {
    id: 'page.next.present',
    says: '`next` is present when a next page exists',
    consequence: 'A client stops before the end of the list.',
  }),
  asPredicted('next', 'misleading', {
    id: 'page.next.neighbour',
    says: '`next` is the immediate next page',
    consequence: 'Clients that follow `next` skip items or get them twice.',
  }),
  asPredicted('next', 'surplus', {
    id: 'page.next.absent-on-last',
    says: '`next` appears only when a next page exists',
    consequence: 'Clients that follow `next` get an error or never stop.',
  }),
  asPredicted('prev', 'lacking', {
    id: 'page.prev.present',
    says: '`prev` is present when a previous page exists',
    consequence: 'A client cannot return to the previous page.',
  }),
  asPredicted('prev', 'misleading', {
    id: 'page.prev.neighbour',
    says: '`prev` is the immediate previous page',
    consequence: 'Clients that follow `prev` skip items or get them twice.',
  }),
  asPredicted('prev', 'surplus', {
    id: 'page.prev.absent-on-first',
    says: '`prev` appears only when a previous page exists',
    consequence: 'Clients that follow `prev` get an error or never stop.',
  }),
];
