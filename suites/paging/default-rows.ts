import { MOST_ROWS } from '../../harness/client/json-scan.js';
import type { Requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch, unanswered } from '../../harness/violation.js';
import { DEFAULT_PAGE } from '../../specification/limits.js';
import { firstPage, lastPageOf, readableList } from '../support/first-rows.js';
import { hasLink, mismatch, type Page, pageOf } from '../support/lists/page.js';
import { isSound, type PagedList, pagedLists } from '../support/lists/pages.js';
import { plainPages } from '../support/lists/plain-pages.js';
import { WITHOUT_ACCEPT } from '../support/request-variants.js';
import { limit } from './pages.js';

const LONG = 'patches/';

/** What a client gets that does not choose the size of a page. */
export const defaultRows: Requirement = limit({
  id: 'page.default-rows',
  says: `A list without \`per_page\` has the same items: ${DEFAULT_PAGE} on a page, or as many as the instance chooses; \`last\` counts these pages, \`next\` and \`page\` lead to them`,
  compares: 'list',
  consequence: 'A client that omits `per_page` gets an empty list, or not all items.',
  async check(context) {
    const { api, expect } = context;
    const path = await readableList(api, LONG);
    // What the instance chooses, and what it shows, may depend on the caller.
    const caller = api.signedIn();
    const first = pageOf(await firstPage(caller, path));
    const own = pageOf(await caller.get(path, WITHOUT_ACCEPT));
    if (first.ids.length === 0) inconclusive(`${path} has no items`);
    if (!own.isList) unanswered(own.answer, ', not a list');
    expect.none(wrongCount(own, first), 1);
    const lists = (await pagedLists(context)).filter(isSound);
    const long = lists.find((list) => list.path === path);
    // Whoever reads it, the list has `next`, or has none for anybody.
    const pages = [first, ...(long?.pages ?? [])];
    expect.none(withoutNext(own, { atLeast: leastOf(first), pages }), 1);
    for (const { list, plain } of await plainPages(context)) {
      if (!isSound(list)) continue;
      const wrong = [...withoutNext(plain, list), ...(await otherItems(plain, plain, list))];
      if (wrong.length === 0 && list === long && hasLink(plain, 'next')) {
        const second = pageOf(await list.api.get(path, { query: { page: 2 } }));
        wrong.push(...(await otherItems(second, plain, list)));
      }
      expect.none(wrong, 1);
    }
  },
});

/** How many items there are at least: those of the page, and of the pages to which it leads. */
function leastOf(page: Page): number {
  const last = lastPageOf(page.answer) ?? (hasLink(page, 'next') ? 2 : 1);
  return last > 1 ? (last - 1) * page.ids.length + 1 : page.ids.length;
}

/** Whether a page may have more items than were read of it. */
function isCut({ ids }: Page): boolean {
  return ids.length >= MOST_ROWS;
}

/** A page without items, or a `last` that leads far from the end. */
function wrongCount(plain: Page, first: Page): Mismatch[] {
  const { length } = plain.ids;
  if (length === 0) return [mismatch(plain, 'items, as with `per_page`', 'none')];
  if (isCut(plain)) return [];
  const [last, pages] = [plain, first].map(({ answer }) => lastPageOf(answer));
  if (last === undefined || pages === undefined) return [];
  const least = Math.ceil(((pages - 1) * first.ids.length + 1) / length);
  const most = Math.ceil((pages * first.ids.length) / length);
  // A page more or less is a matter of page.last.points.
  if (last >= least - 1 && last <= most + 1) return [];
  const expected = `\`last\` to lead to one of the pages ${least} to ${most}, of ${length} items each`;
  return [mismatch(plain, expected, `page ${last}`, plain.answer.headers.link)];
}

/** The mismatch of a page that others follow, without `next`. A list that never has it is a matter of page.next.present. */
function withoutNext(
  plain: Page,
  { atLeast, pages }: Pick<PagedList, 'atLeast' | 'pages'>,
): Mismatch[] {
  if (isCut(plain)) return [];
  const isUsed = pages.some((page) => hasLink(page, 'next'));
  if (!isUsed || plain.ids.length >= atLeast || hasLink(plain, 'next')) return [];
  const got = `none, with ${plain.ids.length} of at least ${atLeast} items`;
  return [mismatch(plain, 'a link with rel="next"', got, plain.answer.headers.link)];
}

/** The mismatch of a page without `per_page` that has other items than if its size is requested. */
async function otherItems(page: Page, { ids }: Page, list: PagedList): Promise<Mismatch[]> {
  const { number } = page;
  const size = ids.length || list.first.ids.length;
  const due = list.first.ids.slice((number - 1) * size, number * size);
  if (String(page.ids.slice(0, due.length)) === String(due)) return [];
  // Equal items may be in another order on pages of another size.
  const query = { per_page: size, ...(number > 1 && { page: number }) };
  const sized = pageOf(await list.api.get(list.path, { query }));
  if (!sized.isList || String(sized.ids) === String(page.ids)) return [];
  const expected = `the items of the same page with \`per_page=${size}\``;
  return [
    mismatch(page, expected, page.isList ? 'others' : `status ${page.answer.status}`, page.ids),
  ];
}
