import type { Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { limit } from './judging.js';
import { hasRows, mismatch, pageOf, queryOf, sameRows } from './page.js';
import { CHANGED } from './reading.js';
import { begunWalk, endsAtLast, rowsOf, walkOf } from './walk.js';

/** That the pages that `next` leads to, from `page=1` on, are together the list. */
export const walkedPages: readonly Requirement[] = [
  limit({
    id: 'page.page-one',
    says: '`page=1` is the first page, which is shown without `page` as well',
    consequence: 'A client that counts its pages, or follows `first`, is shown nothing.',
    async check(context) {
      const { list, pages } = await walkOf(context);
      const [page = list.first] = pages;
      if (hasRows(page)) return;
      const { source } = list;
      const query = { per_page: Number(queryOf(page).get('per_page')) };
      const plain = pageOf(await source.api.get(source.path, { query }));
      if (!hasRows(plain)) inconclusive(`${source.path} shows no rows without \`page\` either`);
      const { status } = page.answer;
      const message = `answered ${status} without rows, and with rows where \`page\` is left out`;
      context.expect.fail(mismatch(page, message, 'the first rows of the list', status));
    },
  }),
  limit({
    id: 'page.disjoint',
    says: '`page` selects the page: no row is on two pages',
    consequence: 'A client counts and shows rows twice.',
    async check(context) {
      const { pages, since } = await begunWalk(context);
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
  limit({
    id: 'page.complete',
    says: 'All pages together, from the first on by `next`, are the whole list',
    consequence: 'A client that reads everything misses rows and cannot know.',
    async check(context) {
      const walk = await begunWalk(context);
      const { list, pages, since } = walk;
      if (!endsAtLast(walk)) {
        inconclusive('the walk did not end on a last page (see page.walk.ends)');
      }
      const walked = rowsOf(pages);
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
  limit({
    id: 'page.walk.ends',
    says: 'Following `next` from the first page on ends, at the page that `last` names',
    consequence: 'A client that reads page after page never stops, or stops too early.',
    async check(context) {
      const walk = await begunWalk(context);
      const { list, pages, end } = walk;
      const final = pages.at(-1) ?? list.first;
      if (end === 'leads away') inconclusive('`next` leads away (see page.link.same-origin)');
      if (end === 'next skips') inconclusive('`next` skips pages (see page.next.neighbour)');
      if (endsAtLast(walk)) return;
      const walked = rowsOf(pages);
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
];
