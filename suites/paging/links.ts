import { type Requirement, requirement } from '../../harness/requirement.js';
import { ALL } from '../../specification/versions.js';
import { everyList, TOO_SHORT, targetsOf, unlinked } from './judging.js';
import { linksOf, mismatch } from './page.js';
import { goesOn, hasRows, lastNumber } from './probe.js';
import { leadsTo, present } from './relation.js';

const SPEC = 'Limits';

/** That lists have a `Link` header, and where its `first` and `last` lead. */
export const pagingLinks: readonly Requirement[] = [
  requirement({
    id: 'page.link.present',
    says: 'Paged lists return a `Link` header',
    spec: 'Common list query parameters',
    level: 'must',
    versions: ALL,
    consequence: 'A client cannot go from page to page.',
    check: (context) =>
      everyList(context, ({ middle }) => {
        if (middle === undefined) return TOO_SHORT;
        if (middle.rows === undefined) return `its second page answers ${middle.answer.status}`;
        if (middle.hasHeader) return undefined;
        return context.expect.fail(
          mismatch(middle, 'expected a Link header, got none', 'a Link header', undefined),
        );
      }),
  }),
  requirement({
    id: 'page.link.single-page',
    says: 'Paged lists return a `Link` header, also where one page holds them',
    spec: 'Common list query parameters',
    level: 'should',
    versions: ALL,
    consequence: 'A client that takes a missing header for an error stops at a short list.',
    check: (context) =>
      everyList(context, ({ first, whole, middle }) => {
        if (first.rows === undefined) return `it answers ${first.answer.status} and no list`;
        if (!whole) return 'it has more than one page of 100 rows';
        if (first.hasHeader) return undefined;
        if (middle?.hasHeader !== true)
          return 'no page of it has a Link header (see page.link.present)';
        return context.expect.fail(
          mismatch(first, 'expected a Link header, got none', 'a Link header', undefined),
        );
      }),
  }),
  present('first', 'The `Link` header carries `first`', 'A client cannot go back to the start.'),
  requirement({
    id: 'page.first.points',
    says: '`first` leads to the first page',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: 'A client that goes back to the start misses rows.',
    check: (context) =>
      everyList(context, (list) => {
        const { middle } = list;
        const reason = unlinked(list);
        if (middle === undefined || reason !== undefined) return reason;
        return leadsTo(context, middle, 'first', 1);
      }),
  }),
  present('last', 'The `Link` header carries `last`', 'A client cannot tell how long a list is.'),
  requirement({
    id: 'page.last.points',
    says: '`last` leads to the last page',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: 'A client that goes to the end misses rows, or gets an error.',
    check: (context) =>
      everyList(context, (list) => {
        const { middle, expected, all, last, beyondLast } = list;
        const reason = unlinked(list);
        if (middle === undefined || reason !== undefined) return reason;
        if (all && lastNumber(list) !== undefined) {
          return leadsTo(context, middle, 'last', expected.length);
        }
        if (linksOf(middle, 'last').length === 0) {
          return 'no page of it has `last` (see page.last.present)';
        }
        if (last === undefined) return '`last` could not be followed';
        if (last.answer.status >= 500) return `\`last\` answers ${last.answer.status}`;
        if (hasRows(last) && !goesOn(last, beyondLast)) return undefined;
        const got = hasRows(last)
          ? 'a page with others after it'
          : `status ${last.answer.status} and no row`;
        const message = `rel="last": expected the last page, got ${got}`;
        return context.expect.fail(
          mismatch(middle, message, 'the last page', targetsOf(middle, 'last')),
        );
      }),
  }),
];
