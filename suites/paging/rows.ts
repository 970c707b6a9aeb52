import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { departingTogether } from '../filters/asked-together.js';
import { everyProbes } from '../filters/probes.js';
import { CHANGED, departingOnPages, everyList, TOO_SHORT } from './judging.js';
import { mismatch, pageOf, sameOrder, sameRows } from './page.js';
import { goesOn, hasRows, isSecond, pagedLists } from './probe.js';
import { endsAtLast, startOf, walkOf } from './walk.js';

const SPEC = 'Limits';

/** What the pages of a list hold: their size, their rows, and that together they are the list. */
export const pagingRows: readonly Requirement[] = [
  requirement({
    id: 'page.array',
    says: 'Paged lists return a JSON array, also on a page that is not the first',
    spec: 'Common list query parameters',
    level: 'must',
    versions: ALL,
    consequence: 'A client that goes from page to page fails to decode the second one.',
    check: (context) =>
      everyList(context, ({ middle }) => {
        if (middle === undefined) return TOO_SHORT;
        if (middle.answer.status !== 200) return 'its second page does not answer 200';
        context.expect.array(middle.answer);
        return undefined;
      }),
  }),
  requirement({
    id: 'page.per-page.honoured',
    says: '`per_page` may be set up to 100',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence:
      'A client gets more rows than it can take, or must ask far more often than it planned.',
    async check(context) {
      await everyList(context, ({ first, beyondFirst, middle, onlyFirst }) => {
        const { expect } = context;
        const count = first.keys.length;
        const all = 'as many rows as per_page says, while there are as many';
        if (count > LARGEST_PAGE) expect.fail(mismatch(first, `got ${count} rows`, all, count));
        if (goesOn(first, beyondFirst)) {
          const message = `got ${count} rows, and the next page has more`;
          expect.fail(mismatch(first, message, all, count));
        }
        for (const one of [middle, onlyFirst]) {
          const more = one !== undefined && one.keys.length > 1;
          if (more)
            expect.fail(mismatch(one, `got ${one.keys.length} rows`, 'one row', one.keys.length));
        }
        if (middle === undefined) return TOO_SHORT;
        return middle.keys.length === 1 ? undefined : 'a page of one row was not shown';
      });
      const id = 'page.per-page.honoured';
      context.expect.none(await departingOnPages(id, context));
      const amiss = (await everyProbes(context)).flatMap((probes) => probes.amiss);
      context.expect.none(await departingTogether(id, amiss, context.instance));
    },
  }),
  requirement({
    id: 'page.page-selects',
    says: '`page` selects the page',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: 'A client sees the same rows again, or never sees some.',
    async check(context) {
      await everyList(context, (list) => {
        const { middle, onlyFirst, since, expected } = list;
        if (middle === undefined) return TOO_SHORT;
        if (isSecond(list)) return undefined;
        if (since === 'changed') return CHANGED;
        if (since !== 'unchanged') return 'its order changes (see page.order.stable)';
        if (middle.keys.length > 1) return 'it does not heed per_page (see page.per-page.honoured)';
        // Where even the first page of one row is not had, `page` is not to blame; nor for an error.
        const { status } = middle.answer;
        const refused = status >= 400 && status < 500 && onlyFirst?.keys.length === 1;
        if (middle.rows === undefined && !refused)
          return 'its second page, at one row a page, was not shown';
        const received = middle.rows === undefined ? `status ${status}` : middle.keys;
        const second = `the second row of the list, ${expected[1]}`;
        const got = `expected ${second}, got ${JSON.stringify(received)}`;
        return context.expect.fail(mismatch(middle, got, second, received));
      });
      context.expect.none(await departingOnPages('page.page-selects', context));
    },
  }),
  requirement({
    id: 'page.page-one',
    says: '`page=1` is the first page, which is shown without `page` as well',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: 'A client that counts its pages, or follows `first`, is shown nothing.',
    async check(context) {
      const { list, size, page } = await startOf(context);
      if (hasRows(page)) return;
      const { source } = list;
      const plain = pageOf(await source.api.get(source.path, { query: { per_page: size } }));
      if (!hasRows(plain)) inconclusive(`${source.path} shows no rows without \`page\` either`);
      const { status } = page.answer;
      const message = `answered ${status} without rows, and with rows where \`page\` is left out`;
      context.expect.fail(mismatch(page, message, 'the first rows of the list', status));
    },
  }),
  requirement({
    id: 'page.disjoint',
    says: '`page` selects the page: no row is on two pages',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: 'A client counts and shows rows twice.',
    async check(context) {
      const { pages, since } = await walkOf(context);
      const before = new Set<string>();
      for (const page of pages) {
        const twice = page.keys.filter((key) => before.has(key));
        if (twice.length > 0 && since === 'changed') inconclusive(CHANGED);
        const message = `shows again what a page before showed: ${twice.slice(0, 5).join(', ')}`;
        if (twice.length > 0) context.expect.fail(mismatch(page, message, 'other rows', twice));
        for (const key of page.keys) before.add(key);
      }
    },
  }),
  requirement({
    id: 'page.complete',
    says: 'All pages together, from the first on by `next`, are the whole list',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: 'A client that reads everything misses rows and cannot know.',
    async check(context) {
      const walk = await walkOf(context);
      const { list, pages, since } = walk;
      if (!endsAtLast(walk)) {
        inconclusive('the walk did not end on a last page (see page.walk.ends)');
      }
      const walked = pages.flatMap(({ keys }) => keys);
      if (new Set(walked).size < walked.length) inconclusive('rows came twice (see page.disjoint)');
      if (sameRows(walked, list.first.keys)) return;
      if (since === 'changed') inconclusive(CHANGED);
      const missing = list.first.keys.filter((key) => !walked.includes(key));
      const added = walked.filter((key) => !list.first.keys.includes(key));
      const message = `the pages that \`next\` leads to lack ${missing.length} of ${list.first.keys.length} rows and have ${added.length} that the list in one page has not`;
      const [start = list.first] = pages;
      context.expect.fail(mismatch(start, message, 'the same rows', { missing, added }));
    },
  }),
  requirement({
    id: 'page.walk.ends',
    says: 'Following `next` from the first page on ends, at the page that `last` names',
    spec: SPEC,
    level: 'must',
    versions: ALL,
    consequence: 'A client that reads page after page never stops, or stops too early.',
    async check(context) {
      const walk = await walkOf(context);
      const { list, pages, end } = walk;
      const final = pages.at(-1) ?? list.first;
      if (end === 'leads away') inconclusive('`next` leads away (see page.link.same-origin)');
      if (end === 'next skips') inconclusive('`next` skips pages (see page.next.neighbour)');
      if (endsAtLast(walk)) return;
      const walked = pages.flatMap(({ keys }) => keys);
      if (end === 'no page' && sameRows(walked, list.first.keys)) {
        inconclusive('the last page has a `next` (see page.next.absent-on-last)');
      }
      const how = {
        'no next': `page ${pages.length} has no \`next\` and is not the page that \`last\` names`,
        'no page': `\`next\` led to an answer with status ${final.answer.status}`,
        endless: `there is a \`next\` after ${pages.length} pages, more than the list needs`,
      };
      context.expect.fail(
        mismatch(final, how[end], 'the page that `last` names, without `next`', pages.length),
      );
    },
  }),
  requirement({
    id: 'page.order.stable',
    says: 'A list keeps its order from page to page and from one request to the next',
    spec: 'Common list query parameters',
    level: 'should',
    versions: ALL,
    consequence: 'A client that goes from page to page sees rows twice or not at all.',
    async check(context) {
      const lists = await pagedLists(context);
      const mismatches = lists
        .filter(({ since }) => since === 'in another order')
        .map(({ first, source }) =>
          mismatch(
            first,
            `${source.path} came in another order with per_page=99`,
            'the same order',
            first.keys.slice(0, 10),
          ),
        );
      context.expect.none(mismatches);
      const { list, pages } = await walkOf(context);
      const walked = pages.flatMap(({ keys }) => keys);
      if (!sameRows(walked, list.first.keys))
        inconclusive('the pages of the walk are not the whole list');
      if (sameOrder(walked, list.first.keys)) return;
      const message = 'its rows come in another order than by smaller pages';
      context.expect.fail(
        mismatch(list.first, message, walked.slice(0, 10).join(', '), list.first.keys.slice(0, 10)),
      );
    },
  }),
];
