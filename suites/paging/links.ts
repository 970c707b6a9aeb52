import { header } from '../../harness/client/answer.js';
import { readOtherwiseByLibrary } from '../../harness/read-by-parse-link-header.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import {
  hasLink,
  type LinkError,
  leastPages,
  mismatch,
  type Page,
  type Relation,
  wrongLinks,
} from '../support/lists/page.js';
import { isSound, isWhole, pagedLists } from '../support/lists/pages.js';
import { linkTargets } from './link-targets.js';
import { type Facts, limit, ofEveryPage } from './pages.js';
import { queriedLinks } from './queried-links.js';

/** Every page has the link that its number and the length of its list predict. */
function asPredicted(relation: Relation, error: LinkError, facts: Facts): Requirement {
  return ofEveryPage({
    ...facts,
    compares: 'list',
    missing: `no page that was read could have a wrong \`${relation}\` (lists are too short, or pages are not as requested)`,
    wrong(page, list) {
      if (!isSound(list)) return undefined;
      const isLastOfSecondPage =
        relation === 'last' && error === 'wrong target' && page === list.pages[1];
      if (isLastOfSecondPage && list.wrongEnd.length > 0) return list.wrongEnd;
      // If a list never has the relation, its absence proves nothing.
      const isNeverUsed =
        error === 'unexpected' && !list.pages.some((each) => hasLink(each, relation));
      return isNeverUsed ? undefined : wrongLinks(error, relation, page, list);
    },
  });
}

/** The mismatch of a page without `Link` header. */
function headerMissing(page: Page): Mismatch[] {
  return page.hasHeader ? [] : [mismatch(page, 'a Link header', 'none')];
}

/** The `Link` header of lists: its presence and syntax, its relations and their URLs. */
export const pagingLinks: readonly Requirement[] = [
  ofEveryPage({
    id: 'page.link.present',
    says: 'Paged lists return a `Link` header, on every page',
    spec: 'Common list query parameters',
    compares: 'list',
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
    compares: 'list',
    consequence: 'A client that treats a missing header as an error stops at a short list.',
    missing: 'no list of a single page has a `Link` header with smaller pages',
    wrong(page, list) {
      // A list without a header on any page is reported by page.link.present.
      const hasAny = list.pages.some(({ hasHeader }) => hasHeader);
      return page === list.first && isWhole(list) && hasAny ? headerMissing(page) : undefined;
    },
  }),
  asPredicted('first', 'missing', {
    id: 'page.first.present',
    says: 'The `Link` header carries `first`',
    consequence: 'A client cannot return to the first page.',
  }),
  asPredicted('first', 'wrong target', {
    id: 'page.first.points',
    says: '`first` leads to the first page',
    consequence: 'Clients that follow `first` miss items.',
  }),
  asPredicted('last', 'missing', {
    id: 'page.last.present',
    says: 'The `Link` header carries `last`',
    consequence: 'A client cannot tell how many pages a list has.',
  }),
  asPredicted('last', 'wrong target', {
    id: 'page.last.points',
    says: '`last` leads to the last page',
    consequence: 'Clients that follow `last` miss items or get an error.',
  }),
  asPredicted('next', 'missing', {
    id: 'page.next.present',
    says: '`next` is present when a next page exists',
    consequence: 'A client stops before the end of the list.',
  }),
  asPredicted('next', 'wrong target', {
    id: 'page.next.neighbour',
    says: '`next` is the immediate next page',
    consequence: 'Clients that follow `next` skip items or get them twice.',
  }),
  asPredicted('next', 'unexpected', {
    id: 'page.next.absent-on-last',
    says: '`next` appears only when a next page exists',
    consequence: 'Clients that follow `next` get an error or never stop.',
  }),
  asPredicted('prev', 'missing', {
    id: 'page.prev.present',
    says: '`prev` is present when a previous page exists',
    consequence: 'A client cannot return to the previous page.',
  }),
  asPredicted('prev', 'wrong target', {
    id: 'page.prev.neighbour',
    says: '`prev` is the immediate previous page',
    consequence: 'Clients that follow `prev` skip items or get them twice.',
  }),
  asPredicted('prev', 'unexpected', {
    id: 'page.prev.absent-on-first',
    says: '`prev` appears only when a previous page exists',
    consequence: 'Clients that follow `prev` get an error or never stop.',
  }),
  ofEveryPage({
    id: 'page.link.syntax',
    says: 'The `Link` header conforms to RFC 5988',
    consequence: 'A client that parses the header by the standard misses links.',
    missing: 'no list has a page with a Link header',
    wrong(page) {
      if (!page.hasHeader) return undefined;
      return page.header.malformed.slice(0, 1).map(({ position, why }) => {
        const got = `a malformed header at character ${position + 1}: ${why}`;
        return mismatch(
          page,
          'a Link header that conforms to RFC 5988',
          got,
          page.answer.headers.link,
        );
      });
    },
  }),
  ...linkTargets,
  queriedLinks,
  limit({
    id: 'page.link.read-by-parse-link-header',
    says: 'The links that the library parse-link-header, which many clients use, reads from the Link header',
    level: 'observe',
    consequence: 'A client that uses the library goes to another page, or to none.',
    async check(context) {
      const pages = (await pagedLists(context)).flatMap((list) => list.pages);
      const sound = pages.filter(
        ({ hasHeader, header: { malformed } }) => hasHeader && malformed.length === 0,
      );
      if (sound.length === 0) inconclusive('no list has a page with a well-formed Link header');
      const otherwise = sound.flatMap((page) =>
        readOtherwiseByLibrary(header(page.answer, 'link') ?? '', page.header, page.answer.url),
      );
      context.observe(otherwise.length === 0 ? 'alike' : [...new Set(otherwise)].sort());
    },
  }),
];
