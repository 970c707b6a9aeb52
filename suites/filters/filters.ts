import type { Where } from '../../harness/check-context.js';
import { unexpected } from '../../harness/expect.js';
import { seen } from '../../harness/place.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import { REPEATABLE_SINCE } from '../../specification/filters.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { List } from '../../specification/lists.js';
import { since } from '../../specification/versions.js';
import { COLLECTIONS, idOf, isWhole } from '../support/first-rows.js';
import { knownItems, rowsOf } from '../support/known-rows.js';
import {
  everyFilter,
  expectHeld,
  expectSelected,
  othersTwice,
  requestedTwice,
  requestFilter,
} from '../support/lists/filtered.js';
import {
  countSelected,
  type FilteredPages,
  filteredPages,
} from '../support/lists/filtered-pages.js';
import { listMismatches } from '../support/lists/prediction.js';
import {
  ask,
  type FilterValue,
  inWords,
  selectedBy,
  selects,
  sizeFor,
} from '../support/lists/query.js';
import { clearValues } from '../support/lists/values.js';
import { samplesOf } from '../support/objects/samples.js';
import { readEach } from '../support/readable.js';
import { dateFilters } from './dates.js';
import { otherValues } from './other-values.js';
import { filterPairs } from './pairs.js';

/** The collections with filters. */
const FILTERED = COLLECTIONS.filter(({ name }) => FILTER_FORMS.some(({ list }) => list === name));

/** An object that is read by its id, compared with the list that a filter selects. */
const listedByFilter = requirement({
  id: 'filter.listed',
  says: 'An object that is read by its id, also an old one, is in its list with a filter that selects it',
  spec: 'Endpoint table',
  compares: 'list',
  consequence: 'A client that looks an object up by a filter does not find it.',
  async check(context) {
    const found = await readEach(FILTERED, (list) => oldestListed(list, context));
    context.expect.none(found.flat(), found.length);
    if (found.length === 0) inconclusive('no object was read by its id that a filter selects');
  },
});

/** The oldest object that is known by its id, and what is wrong if a filter does not find it. */
async function oldestListed(list: List, where: Where): Promise<Mismatch[][]> {
  const { api } = where;
  const { objects } = await samplesOf(where);
  const ids = objects.filter(({ table }) => table.resource === list.resource).map(idOf);
  const oldest = Math.min(...ids.filter((id) => typeof id === 'number'));
  if (!Number.isInteger(oldest)) return [];
  const detail = await api.get(`${list.path}${oldest}/`);
  if (detail.status !== 200) return [];
  const known = await knownItems(list, where);
  const countOf = (given: FilterValue) =>
    known.rows.filter((row) => selectedBy(given, row) === true).length;
  const forms = FILTER_FORMS.filter(({ versions }) => versions.includes(api.version)).filter(
    (form) => form.list === list.name && form.value !== 'time' && !form.filter.forOwners,
  );
  const values = await readEach(forms, async (filter): Promise<FilterValue[]> => {
    const value = (await clearValues(filter, where))(seen(detail));
    return value === undefined ? [] : [{ filter, value }];
  });
  const [rarest] = values.sort((a, b) => countOf(a) - countOf(b));
  if (rarest === undefined) return [];
  const query = { given: [rarest], size: sizeFor(known) };
  const short = await ask(known, query);
  const answer = isWhole(short) ? short : await ask(known, { ...query, size: LARGEST_PAGE });
  const rows = rowsOf(answer).map(idOf);
  // It may be on a page that was not read.
  if (answer.status !== 200 || (!isWhole(answer) && !rows.includes(oldest))) return [];
  if (rows.includes(oldest)) return [[]];
  const expected = `the item with id ${oldest}, which matches ${inWords(query)}`;
  const more = { pointer: '', received: rows };
  return [[unexpected(answer, expected, `${rows.length} others`, more)]];
}

/** Lists with one filter: their number of pages, and the pages after the first. */
const laterPages = requirement({
  id: 'filter.pages',
  says: 'A filtered list has pages like any list: together they are the matching items, each once',
  spec: 'Common list query parameters',
  compares: 'list',
  consequence: 'A client that reads all pages of a filtered list misses items, or gets others.',
  async check(context) {
    const all = (await everyFilter(context)).filter(({ holds }) => holds);
    for (const { answer } of all) context.api.note(answer);
    // The requirements on single filters check their items.
    const counted = all.flatMap((each) => listMismatches(each.query, each.known, each.answer));
    const paged = await filteredPages(context);
    const wrong = (await Promise.all(paged.map(wrongPages))).flat();
    context.expect.none([...counted, ...wrong], all.length + paged.length);
    if (paged.length === 0) {
      inconclusive('no filter selects more items than one page has');
    }
  },
});

/**
 * What is wrong with both halves of a filtered list or, if not all of its items are known, with its last page beside
 * the first. docs/api.md does not say in which order items are: only which ones are on a page counts.
 */
async function wrongPages({ filtered, last, size, pages }: FilteredPages): Promise<Mismatch[]> {
  const { known, query, answer } = filtered;
  // Items of the first page must not come again.
  let seen = new Set(rowsOf(answer).slice(0, size).map(idOf));
  const wrong: Mismatch[] = [];
  for (const { query: asked, answer: read } of pages) {
    const { page = 1 } = asked;
    const own = listMismatches(asked, known, read);
    wrong.push(...own.filter(({ kind }) => kind !== 'page'));
    const ids = rowsOf(read).map(idOf);
    // With another size of pages, items may be in another order.
    if (known.whole && ids.some((id) => seen.has(id))) {
      seen = new Set(rowsOf(await ask(known, { ...query, size, page: 1 })).map(idOf));
    }
    const again = ids.filter((id) => seen.has(id));
    for (const id of ids) seen.add(id);
    const most = known.whole ? countSelected(filtered) - size * (page - 1) : size;
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

const SPEC = 'Endpoint table';

/** Repeated filters. */
const repeatedFilter = requirement({
  id: 'filter.repeated',
  says: 'Since 1.1 filters may be repeated: `project`, `owner` and `submitter` then select all values, in either form',
  spec: 'Common list query parameters',
  versions: since(REPEATABLE_SINCE),
  compares: 'list',
  consequence: 'A client that requests two values gets items of one of them, or an error.',
  async check(context) {
    expectSelected(context, await requestedTwice(context));
  },
});

/** Filters of which docs/api.md does not say what several values select (docs/verdicts.md B-28). */
const repeatedOther = requirement({
  id: 'filter.repeated.others',
  says: 'Since 1.1 filters may be repeated: also of the other parameters two values are no error, whatever they select',
  spec: 'Common list query parameters',
  versions: since(REPEATABLE_SINCE),
  consequence: 'A client that requests two values gets an error.',
  async check(context) {
    const asked = await othersTwice(context);
    expectHeld(context, asked, ({ kind }) => kind === 'status');
    const narrow = asked.filter(({ listMismatches: wrong }) => wrong.length > 0);
    const names = narrow.map(({ query, known }) => `${inWords(query)} of ${known.list.name}`);
    context.accept(
      narrow.length === 0
        ? 'both values select'
        : `both values select, but not ${names.sort().join(', ')}`,
    );
  },
});

/** Filters: every returned item matches, and no matching item is missing. */
export const filters: Group = {
  name: 'filters',
  requirements: [
    ...FILTER_FORMS.map(filterRequirement),
    ...dateFilters,
    ...otherValues,
    repeatedFilter,
    repeatedOther,
    filterPairs,
    laterPages,
    listedByFilter,
  ],
};

function filterRequirement(filter: SettledForm): Requirement {
  const { list, name, versions, only } = filter;
  const { parameter, forOwners } = filter.filter;
  return requirement({
    id: `filter.${list}.${name}`,
    says: `In the list of ${list}, \`${only === undefined ? parameter : `${parameter}=${only}`}\` selects ${filter.says}`,
    spec: SPEC,
    versions,
    needs: forOwners ? ['user'] : [],
    compares: 'list',
    consequence: `A client that selects ${list} by \`${parameter}\` displays others as well, hides some that match, or gets an error.`,
    async check(context) {
      const alone = await requestFilter(filter, context);
      expectSelected(context, [alone, ...alone.others]);
    },
  });
}
