import type { Query } from '../../harness/api.js';
import type { Instance } from '../../harness/instance.js';
import type { Mismatch } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ORDERS } from '../../specification/lists.js';
import { isWhole } from '../conventions/sources.js';
import { isSorted } from '../order/sorting.js';
import { mismatch, type Page, sameRows } from '../paging/page.js';
import { cutAmiss, cutShort } from './asked-by-page.js';
import {
  type Amiss,
  type AskedTogether,
  type Matter,
  type Part,
  whatIsShown,
  without,
  withoutEach,
} from './asked-in-parts.js';

/** What departs of one matter in some requests, if their parts by themselves are right. */
export async function departingTogether(
  matter: Matter,
  asked: readonly AskedTogether[],
  instance: Instance,
): Promise<Mismatch[]> {
  const all = await Promise.all(asked.map((each) => amissIn(each, instance)));
  return all.flatMap((each) => (each?.matter === matter ? each.mismatches : []));
}

/**
 * What is amiss in what parameters give together, held against what they give with each of them left
 * out in turn: so a parameter that is wrong by itself counts for nothing here.
 */
function amissIn(asked: AskedTogether, instance: Instance): Promise<Amiss | undefined> {
  const { as, path, query, second } = asked;
  const what = `${as.role} asks for ${as.path(path, query)}`;
  const how = second === undefined ? 'at once' : 'page by page';
  return instance.once(`${what} in parts, and ${how}`, async () => {
    if (second !== undefined && second.rows === undefined) return refused(asked, second);
    const whole = await whatIsShown(asked, { ...query, per_page: LARGEST_PAGE });
    if (whole.rows === undefined) return refused(asked, whole);
    const parts = await withoutEach(asked);
    if (parts.some(({ page }) => page.rows === undefined)) return undefined;
    const amiss =
      (await cutShort(asked, whole)) ??
      selectedAmiss(whole, parts, await whatIsShown(asked, { per_page: LARGEST_PAGE })) ??
      sortedAmiss(whole, query);
    if (amiss?.matter === 'search.filtered') {
      // If the filters do not go together without a search, it is not the search that is amiss.
      const { q: _, ...filters } = query;
      const ofFilters = await amissIn({ as, path, query: filters }, instance);
      if (ofFilters !== undefined) return ofFilters;
    }
    const found = amiss ?? (await cutAmiss(asked, whole, parts));
    // Rows may have come or gone between the requests.
    const again = await whatIsShown(asked, { ...query, per_page: LARGEST_PAGE - 1 });
    const size = Math.min(whole.keys.length, LARGEST_PAGE - 1);
    const isSame =
      again.keys.length === size && again.keys.every((key) => whole.keys.includes(key));
    return isSame ? found : undefined;
  });
}

/** What is answered whichever parameter is left out is answered with all of them. */
async function refused(asked: AskedTogether, page: Page): Promise<Amiss | undefined> {
  const names = Object.keys(asked.query);
  if (names.filter((name) => name !== 'order').length < 2) return undefined;
  // One after the other: mostly the first tells that it is not for all of them together.
  for (const name of names.reverse()) {
    const part = await without(asked, name);
    if (part.page.rows === undefined) return undefined;
  }
  // Another size is another request than those that are known.
  const again = await whatIsShown(asked, { ...asked.query, per_page: LARGEST_PAGE - 1 });
  if (again.rows !== undefined) return undefined;
  const { status } = page.answer;
  const message = `answered ${status}, and 200 whichever parameter is left out`;
  const mismatches = [mismatch(page, message, 'status 200 with a list', status)];
  return { matter: names.includes('q') ? 'search.filtered' : 'filter.and', mismatches };
}

/** All together show just those rows that they show whichever of them is left out. */
function selectedAmiss(whole: Page, parts: readonly Part[], list: Page): Amiss | undefined {
  if (parts.length < 2) return undefined;
  const complete = parts.filter(({ page }) => isWhole(page.answer));
  const isKept = (key: string) => complete.every(({ page }) => page.keys.includes(key));
  const [one] = parts;
  const wanted = one !== undefined && complete.length === parts.length ? one.page.keys : [];
  const missing = isWhole(whole.answer)
    ? wanted.filter((key) => isKept(key) && !whole.keys.includes(key))
    : [];
  // What the list does not have at all some parameter shows by itself.
  const isListed = (key: string) => !isWhole(list.answer) || list.keys.includes(key);
  const foreign = whole.keys.filter((key) => !isKept(key) && isListed(key));
  const [first] = [...foreign, ...missing];
  if (first === undefined) return undefined;
  const what = foreign.includes(first) ? 'is shown' : 'is missing';
  const than = foreign.includes(first) ? 'is not' : 'is there';
  const culprit = complete.find(
    ({ page }) => page.keys.includes(first) !== foreign.includes(first),
  );
  const without = culprit === undefined ? 'with less asked for' : `without \`${culprit.left}\``;
  const message = `id ${first} ${what}, and ${than} ${without}`;
  const expected = 'the rows that satisfy each of the parameters';
  const mismatches = [mismatch(whole, message, expected, { foreign, missing })];
  const unordered = complete.find(({ left }) => left === 'order');
  const isByOrder = unordered !== undefined && !sameRows(unordered.page.keys, whole.keys);
  const isSearched = parts.some(({ left }) => left === 'q');
  const matter = isByOrder ? 'order.complete' : isSearched ? 'search.filtered' : 'filter.and';
  return { matter, mismatches };
}

/** The order does not depend on what else is asked for. */
function sortedAmiss(whole: Page, { order }: Query): Amiss | undefined {
  const { rows = [] } = whole;
  const wanted = String(order ?? '');
  const field = ORDERS.find((each) => each === wanted.replace('-', ''));
  const index = wanted === '' ? undefined : isSorted(rows, wanted);
  if (index === undefined || field === undefined) return undefined;
  const message = `row ${index + 1} is out of order`;
  const shown = whole.keys.slice(0, 10);
  const mismatches = [mismatch(whole, message, `rows in the order of ${wanted}`, shown)];
  return { matter: `order.${field}`, mismatches };
}
