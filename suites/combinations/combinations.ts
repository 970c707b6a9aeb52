import fc from 'fast-check';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { tryValues } from '../../harness/writing/property.js';
import { LISTS, type List } from '../../specification/lists.js';
import { idOf } from '../support/lists/first-rows.js';
import { type KnownItems, knownItems, rowsOf } from '../support/lists/list.js';
import { itemMismatches, listMismatches } from '../support/lists/prediction.js';
import { ask, inWords, type ListQuery, PLAIN, selects } from '../support/lists/query.js';
import { type Part, partsOf, together } from './parts.js';

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
    consequence: 'A client that filters, sorts and pages at the same time gets wrong results.',
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
      const mayBeSignedIn = api.signedIn().role !== 'anonymous' && list.name !== 'bundles';
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
          expect.none(mismatchesOf(query, known, answer));
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
  const query = { ...PLAIN, page: 2, size: 1 };
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
