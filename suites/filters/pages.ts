import { unexpected } from '../../harness/expect.js';
import { requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { FILTERED_LISTS } from '../../specification/filter-forms.js';
import { everyFilter, type SingleFilter } from '../support/lists/filtered.js';
import { idOf, lastPageOf } from '../support/lists/first-rows.js';
import { rowsOf } from '../support/lists/list.js';
import { listMismatches } from '../support/lists/prediction.js';
import { ask, selects } from '../support/lists/query.js';

/** The list, the longest of most instances, of which a middle page is read too. */
const WITH_MIDDLE = 'events';

/** Lists with one filter: their number of pages, and the pages after the first. */
export const filteredPages = requirement({
  id: 'filter.pages',
  says: 'A filtered list has pages like any list: together they are the matching items, each once',
  spec: 'Common list query parameters',
  compares: 'list',
  consequence: 'A client that reads all pages of a filtered list misses items, or gets others.',
  async check(context) {
    const all = (await everyFilter(context)).filter(({ holds }) => holds);
    for (const { answer } of all) context.api.note(answer);
    // Their items are judged by the filters.
    const counted = all.flatMap((each) => listMismatches(each.query, each.known, each.answer));
    const telling = FILTERED_LISTS.flatMap((list) => {
      const own = all.filter(({ given }) => given.filter.list === list);
      return own.sort((a, b) => toldBy(b) - toldBy(a)).slice(0, 1);
    });
    const paged = await Promise.all(telling.map(wrongPages));
    context.expect.none([...counted, ...paged.flatMap((wrong) => wrong ?? [])]);
    if (paged.every((wrong) => wrong === undefined)) {
      inconclusive('no filter selects more items than one page has');
    }
  },
});

/** How many known items a filter selects. */
function countOf({ known, query }: SingleFilter): number {
  return known.rows.filter((row) => selects(query, row) === true).length;
}

/** The number of known items that it selects or, if these are fewer, leaves out: the more, the more pages tell. */
function toldBy(filtered: SingleFilter): number {
  const count = countOf(filtered);
  return Math.min(count, filtered.known.rows.length - count);
}

/**
 * What is wrong with the second half of a filtered list or, if not all of its items are known, with its last page;
 * undefined if it has but one page. docs/api.md does not say in which order items are: only which ones are on a page
 * counts.
 */
async function wrongPages(filtered: SingleFilter): Promise<Mismatch[] | undefined> {
  const { known, query, answer } = filtered;
  const count = countOf(filtered);
  const size = known.whole ? Math.ceil(count / 2) : query.size;
  const last = known.whole ? Math.ceil(count / size) : (lastPageOf(answer) ?? 1);
  if (!(last > 1)) return undefined;
  const seen = new Set<unknown>();
  const wrong: Mismatch[] = [];
  const middle = known.list.name === WITH_MIDDLE ? Math.max(2, Math.ceil(last / 2)) : last;
  for (const page of new Set([middle, last])) {
    const asked = { ...query, size, page };
    const read = await ask(known, asked);
    const own = listMismatches(asked, known, read);
    wrong.push(...own.filter(({ kind }) => kind !== 'page'));
    const ids = rowsOf(read).map(idOf);
    const again = ids.filter((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    const most = known.whole ? count - size * (page - 1) : size;
    // An item of exactly the time that is asked for may be selected or not.
    const isSure = known.rows.every((row) => selects(query, row) !== 'either');
    const isEnough = isSure && (known.whole || page < last) ? ids.length === most : ids.length > 0;
    if (again.length === 0 && isEnough) continue;
    const expected = `${most} further matching items`;
    const got = again.length > 0 ? `id ${again[0]} again` : `${ids.length}`;
    wrong.push(unexpected(read, expected, got, { pointer: '', received: ids }));
  }
  return wrong;
}
