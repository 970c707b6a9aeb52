import type { CheckContext } from '../../harness/check-context.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { CHANGED, everyList, targetsOf, unlinked } from './judging.js';
import { linksOf, mismatch, type Page } from './page.js';
import { goesOn, hasRows, isSecond, lastNumber, type PagedList, pagedLists } from './probe.js';
import { leadsTo, present } from './relation.js';

const SPEC = 'Limits';

/** The pages of a list that have a neighbour of that kind, with their numbers as far as these are beyond doubt. */
function pagesWith(relation: 'next' | 'prev', list: PagedList): { page: Page; number: number }[] {
  const { first, whole, middle, expected, last } = list;
  if (middle === undefined || unlinked(list) !== undefined) return [];
  const second = { page: middle, number: 2 };
  if (relation === 'next') {
    return [
      ...(whole ? [] : [{ page: first, number: 1 }]),
      ...(expected.length > 2 ? [second] : []),
    ];
  }
  const number = lastNumber(list);
  const isThere = last !== undefined && number !== undefined && number > 2 && hasRows(last);
  return [second, ...(isThere ? [{ page: last, number }] : [])];
}

function neighbour(relation: 'next' | 'prev', step: number, consequence: string): Requirement {
  const word = relation === 'next' ? 'next' : 'previous';
  return requirement({
    id: `page.${relation}.neighbour`,
    says: `\`${relation}\` is the immediate ${word} page`,
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence,
    check: (context) =>
      everyList(context, (list) => {
        const all = pagesWith(relation, list);
        const pages = all.filter(({ page }) => linksOf(page, relation).length > 0);
        if (pages.length === 0) return unlinked(list) ?? `no page of it has \`${relation}\``;
        const said = pages.map(({ page, number }) =>
          leadsTo(context, page, relation, number + step),
        );
        return said.find((reason) => reason === undefined) ?? said[0];
      }),
  });
}

/** An absence counts only where the instance shows the relation elsewhere. */
async function shownSomewhere(context: CheckContext, relation: string): Promise<void> {
  const lists = await pagedLists(context);
  const shown = lists.some(
    ({ middle }) => middle !== undefined && linksOf(middle, relation).length > 0,
  );
  if (!shown) inconclusive(`no page of any list has \`${relation}\`, so its absence shows nothing`);
}

function hasNone({ expect }: CheckContext, page: Page, relation: string, where: string): void {
  const targets = targetsOf(page, relation);
  if (targets.length === 0) return;
  const message = `rel="${relation}": expected none on the ${where} page, got <${targets.join('>, <')}>`;
  expect.fail(mismatch(page, message, `no rel="${relation}"`, targets));
}

/** The links to the pages beside a page: where they are, where they are not, and where they lead. */
export const pagingNeighbours: readonly Requirement[] = [
  present(
    'next',
    '`next` is there when there is a next page',
    'A client takes the list for shorter than it is.',
    ({ expected }) => (expected.length < 3 ? 'it has fewer than three rows' : undefined),
  ),
  neighbour('next', 1, 'A client that goes on skips rows, or sees them again.'),
  requirement({
    id: 'page.next.absent-on-last',
    says: '`next` appears only when a next page exists',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence:
      'A client that follows `next` until there is none runs into an error, or never stops.',
    async check(context) {
      await shownSomewhere(context, 'next');
      await everyList(context, (list) => {
        const { first, whole, all, middle, expected, last, beyondLast, since } = list;
        if (since === 'changed') return CHANGED;
        const isLast = isSecond(list) && all && expected.length === 2;
        // Where `last` counts more pages, so does `next`: that is judged by `page.last.points`.
        const isCounted = [undefined, 2].includes(lastNumber(list));
        if (middle !== undefined && isLast && isCounted) hasNone(context, middle, 'next', 'last');
        if (whole) {
          hasNone(context, first, 'next', 'last');
          return undefined;
        }
        if (last === undefined || !hasRows(last)) return 'its last page was not shown';
        if (goesOn(last, beyondLast)) return '`last` is not its last page (see page.last.points)';
        hasNone(context, last, 'next', 'last');
        return undefined;
      });
    },
  }),
  present('prev', '`prev` is there when there is a previous page', 'A client cannot go back.'),
  neighbour('prev', -1, 'A client that goes back skips rows, or sees the same again.'),
  requirement({
    id: 'page.prev.absent-on-first',
    says: '`prev` appears only when a previous page exists',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence:
      'A client that follows `prev` until there is none runs into an error, or never stops.',
    async check(context) {
      await shownSomewhere(context, 'prev');
      await everyList(context, ({ first }) => {
        if (first.rows === undefined) return `it answers ${first.answer.status} and no list`;
        hasNone(context, first, 'prev', 'first');
        return undefined;
      });
    },
  }),
];
