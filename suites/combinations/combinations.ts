import fc from 'fast-check';
import type { Where } from '../../harness/check-context.js';
import type { Seen } from '../../harness/place.js';
import { tryValues } from '../../harness/property.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { SettledForm } from '../../specification/filter-forms.js';
import { LISTS, type List, versionsTaking } from '../../specification/lists.js';
import { idOf, SECOND_PAGE } from '../support/first-rows.js';
import { type KnownItems, knownItems, rowsOf } from '../support/known-rows.js';
import { everyFilter } from '../support/lists/filtered.js';
import { ordersThatHold } from '../support/lists/ordered.js';
import { isSorted } from '../support/lists/ordering.js';
import { itemMismatches, listMismatches } from '../support/lists/prediction.js';
import { ask, inWords, type ListQuery, PLAIN, selects } from '../support/lists/query.js';
import { searchesOf } from '../support/lists/searched.js';
import { clearValues, type ValueIn } from '../support/lists/values.js';
import { readable, readEach } from '../support/readable.js';
import { timeOf } from '../support/timestamp.js';

/** Parameters are chosen by rank; rank 0 leaves a parameter out. */
const MOST_RANKS = 99;

/** The largest `per_page`, small enough for several pages, and the largest `page`. */
const [MOST_ROWS, MOST_PAGES] = [5, 3];

/** Combined list parameters, in generated queries. */
export const combinations: Group = {
  name: 'combinations',
  requirements: LISTS.map(combined),
};

function combined(list: List): Requirement {
  const name = list.name.replace('-', ' ');
  return requirement({
    id: `combined.${list.name}`,
    says: `The parameters of the list of ${name} combine: filters, \`q\`, \`order\` and paging all take effect`,
    spec: 'Common list query parameters',
    level: 'should',
    versions: list.versions,
    needs: list.signedIn ? ['signed-in'] : [],
    compares: 'list',
    consequence: `A client that filters, sorts and pages ${name} at the same time misses some, or gets others.`,
    async check(context) {
      const { api, expect, queries } = context;
      const known = await knownItems(list, context);
      const parts = await partsOf(known, context);
      if (parts.length === 0 || known.front.length < 2) {
        // The evidence: a second look repeats the requests of this list only.
        for (const { at } of known.front.slice(0, 1)) api.note(at);
        inconclusive(`no parameter of the list of ${name} works alone and distinguishes items`);
      }
      const isPaged = await pagesHold(known);
      const mayBeSignedIn = known.api.role !== api.signedIn().role && list.name !== 'bundles';
      const tried = fc.record({
        query: queriesOf(known, parts, isPaged),
        signedIn: fc.constantFrom(...(mayBeSignedIn ? [false, true] : [false])),
      });
      await tryValues(
        // Unbiased, because the first queries would have few parameters otherwise.
        fc.noBias(tried),
        async ({ query, signedIn }) => {
          const answer = await ask(known, query, signedIn ? api.signedIn() : known.api);
          const mismatchesOf = isPaged ? listMismatches : itemMismatches;
          let wrong = mismatchesOf(query, known, answer);
          if (signedIn && wrong.length > 0) {
            // The caller may see items that the usual reader does not see.
            const own = await knownItems(list, context, api.signedIn());
            wrong = mismatchesOf(query, own, answer);
          }
          expect.none(wrong, 1 + rowsOf(answer).length);
        },
        {
          runs: queries.thorough ?? 1,
          seed: queries.seed,
          id: `${list.name} ${api.version}`,
          inWords: ({ query }) => inWords(query),
        },
      );
    },
  });
}

/**
 * Whether paging works without other parameters, as shown by the second page of one item, which the
 * paging requirements read as well. Only then are pages combined with other parameters.
 */
async function pagesHold(known: KnownItems): Promise<boolean> {
  const query = { ...PLAIN, page: SECOND_PAGE.page, size: SECOND_PAGE.per_page };
  const answer = await ask(known, query);
  const isSecond = rowsOf(answer).map(idOf).join() === String(known.front.map(idOf)[1]);
  return isSecond && listMismatches(query, known, answer).length === 0;
}

/** Queries that return a known item. They shrink by leaving out parameters. */
function queriesOf(
  known: KnownItems,
  parts: readonly Part[],
  isPaged: boolean,
): fc.Arbitrary<ListQuery> {
  const { front } = known;
  const searches = (part: Part) => front.some((row) => part(row).term !== undefined);
  const choices = fc.record({
    ranks: fc.tuple(...parts.map(() => fc.nat(MOST_RANKS))),
    place: fc.nat(front.length - 1),
    // A search finds few items, which leaves little for other parameters to select.
    isSearched: fc.constantFrom(false, true, true),
    isTelling: fc.constantFrom(true, true, true, false),
    page: fc.integer({ min: 1, max: MOST_PAGES }),
    size: fc.integer({ min: 1, max: MOST_ROWS }),
  });
  return choices.map(({ ranks, place, isSearched, isTelling, page, size }) => {
    const rankOf = (part: Part) => ranks[parts.indexOf(part)] ?? 0;
    const isMeant = (part: Part) => rankOf(part) > 0 && (isSearched || !searches(part));
    const chosen = parts.filter(isMeant).sort((a, b) => rankOf(b) - rankOf(a));
    const found = front.filter((row) =>
      chosen.every((part) => (part(row).term?.selects(row) ?? true) === true),
    );
    const rows = found.length > 0 ? found : front;
    const [row = front[0]] = rows.slice(place % rows.length);
    const query = row === undefined ? PLAIN : together(chosen, row, known, isTelling);
    if (!isPaged) return query;
    const count = front.filter((each) => selects(query, each) === true).length;
    // So that there are at least two pages.
    const few = Math.max(1, Math.min(size, Math.floor(count / 2)));
    const number = Math.min(page, Math.ceil(count / few));
    return { ...query, size: few, page: number > 1 ? number : undefined };
  });
}

/** A parameter that works alone: what it adds to a query that must return a given item. */
type Part = (row: Seen) => Partial<ListQuery>;

/** A time differs from that of the item by this fraction of the time span of the first items. */
const AROUND = 8;

/** The parameters of a list that work alone in the version under test. */
async function partsOf({ list, front }: KnownItems, where: Where): Promise<Part[]> {
  const { api } = where;
  const own = await everyFilter(where, (form) => form.list === list.name);
  const forms = own.filter(({ holds }) => holds).map(({ given }) => given.filter);
  const filters = await readEach(
    [...new Set(forms.map(({ filter }) => filter))],
    async (filter): Promise<Part[]> => {
      const form = forms.find((each) => each.filter === filter);
      return form === undefined ? [] : [filteredBy(form, front, await clearValues(form, where))];
    },
  );
  const searches = await readable(() => searchesOf(list, where));
  const held = searches.filter(({ holds }) => holds);
  // One that shows all that it finds also shows what it must leave out.
  const search = held.find(({ isCut }) => !isCut) ?? held[0];
  const terms = search === undefined ? [] : [() => ({ term: search.term })];
  const isTaken = versionsTaking('order', list.name).includes(api.version);
  const orders = isTaken ? await readable(() => ordersThatHold(list, where)) : [];
  const order = orders.find((each) => isSorted(front, each) !== undefined) ?? orders[0];
  return [...filters, ...terms, ...(order === undefined ? [] : [() => ({ order })])];
}

/**
 * A filter that selects a given item. A time is far enough from that of the item to select
 * neighbours as well.
 */
function filteredBy(filter: SettledForm, front: readonly Seen[], valueIn: ValueIn): Part {
  const isTime = filter.value === 'time';
  const times = isTime ? front.map((each) => timeOf(valueIn(each)) ?? 0) : [];
  const aside = (Math.max(...times) - Math.min(...times)) / AROUND + 1000;
  return (row) => {
    const own = valueIn(row);
    if (own === undefined) return {};
    if (!isTime) return { given: [{ filter, value: own }] };
    const time = (timeOf(own) ?? 0) + (filter.selects === 'older' ? aside : -aside);
    const value = new Date(time).toISOString().replace(/\..*/, 'Z');
    return { given: [{ filter, value }] };
  };
}

/**
 * A query that returns the given item, from the parts that select it. If `isTelling`, only from
 * those that leave several items, but fewer than before, or change their order.
 */
function together(
  parts: readonly Part[],
  row: Seen,
  { front }: KnownItems,
  isTelling: boolean,
): ListQuery {
  let query: ListQuery = PLAIN;
  let shown = front;
  for (const part of parts) {
    const { given = [], ...more } = part(row);
    const longer = { ...query, ...more, given: [...query.given, ...given] };
    const left = shown.filter((each) => selects(longer, each) === true);
    const { term, order } = more;
    const isMoved = order !== undefined && isSorted(left, order) !== undefined;
    // A search that finds all remaining items still shows that it does no harm.
    const isOther = left.length < shown.length || isMoved || term !== undefined;
    const tells = left.length > 1 && isOther;
    if (left.includes(row) && (tells || !isTelling)) [query, shown] = [longer, left];
  }
  return query;
}
