import type { Where } from '../../../harness/check-context.js';
import { readEach } from '../readable.js';
import { AS_CURL } from '../request-variants.js';
import { type Page, pageOf } from './page.js';
import { type PagedList, pagedLists } from './pages.js';

/** A list, and its page without a query. */
export interface PlainPage {
  list: PagedList;
  plain: Page;
}

/** The lists of a version that return a page without a query, as the callers read them who read other pages. */
export async function plainPages(where: Where): Promise<PlainPage[]> {
  const pages = await readEach(await pagedLists(where), async (list) => [
    { list, plain: pageOf(await list.api.get(list.path, AS_CURL)) },
  ]);
  return pages.filter(({ plain }) => plain.isList);
}
