import type { Where } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { FILTERED_LISTS } from '../../../specification/filter-forms.js';
import { lastPageOf } from '../first-rows.js';
import type { KnownItems } from '../known-rows.js';
import { everyFilter, type SingleFilter } from './filtered.js';
import { ask, type ListQuery, selects } from './query.js';

/** A list requested with a query, and its known items. */
export interface Queried {
  known: KnownItems;
  query: ListQuery;
  answer: Answer;
}

/** A list with one filter, and those of its pages after the first that are read. */
export interface FilteredPages {
  filtered: SingleFilter;
  /** The number of its last page, and how many items a page has. */
  last: number;
  size: number;
  pages: Queried[];
}

/** The list of which a middle page is read too: the longest of most instances. */
const WITH_MIDDLE = 'events';

/** Of each list with filters, the later pages with the filter that tells most by itself; none of what has one page. */
export async function filteredPages(where: Where): Promise<FilteredPages[]> {
  const all = (await everyFilter(where)).filter(({ holds }) => holds);
  const telling = FILTERED_LISTS.flatMap((list) => {
    const own = all.filter(({ given }) => given.filter.list === list);
    return own.sort((a, b) => toldBy(b) - toldBy(a)).slice(0, 1);
  });
  return (await Promise.all(telling.map(pagesOf))).flat();
}

/** How many known items a filter selects. */
export function countSelected({ known, query }: Pick<Queried, 'known' | 'query'>): number {
  return known.rows.filter((row) => selects(query, row) === true).length;
}

/** The number of known items that it selects or, if these are fewer, leaves out: the more, the more pages tell. */
function toldBy(filtered: SingleFilter): number {
  const count = countSelected(filtered);
  return Math.min(count, filtered.known.rows.length - count);
}

/** The second half of a filtered list or, if not all of its items are known, its last page. */
async function pagesOf(filtered: SingleFilter): Promise<FilteredPages[]> {
  const { known, query, answer } = filtered;
  const count = countSelected(filtered);
  const size = known.whole ? Math.ceil(count / 2) : query.size;
  const last = known.whole ? Math.ceil(count / size) : (lastPageOf(answer) ?? 1);
  if (!(last > 1)) return [];
  const middle = known.list.name === WITH_MIDDLE ? Math.max(2, Math.ceil(last / 2)) : last;
  const pages: Queried[] = [];
  for (const page of new Set([middle, last])) {
    const asked = { ...query, size, page };
    pages.push({ known, query: asked, answer: await ask(known, asked) });
  }
  return [{ filtered, last, size, pages }];
}
