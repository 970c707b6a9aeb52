import fc from 'fast-check';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { tryValues } from '../../harness/writing/property.js';
import { LISTS, type List } from '../../specification/lists.js';
import { idOf, type Known, knownOf, rowsOf } from '../lists/list.js';
import { departures } from '../lists/prediction.js';
import { ask, inWords, type ListQuery, PLAIN, selects } from '../lists/query.js';
import { confirmed } from '../lists/unchanged.js';
import { type Part, partsOf, together } from './parts.js';

/** Parameters are taken by rank; one of rank 0 is left out. */
const MOST_RANKS = 99;

/** So few rows for each page that there are several pages of what is found, and pages up to this one. */
const [MOST_ROWS, MOST_PAGES] = [5, 3];

/** Combinations: what several parameters do together, in queries made at random. */
export const combinations: Chapter = {
  name: 'combinations',
  requirements: LISTS.map(combined),
};

function combined(list: List): Requirement {
  const name = list.name.replace('-', ' ');
  return requirement({
    id: `combined.${list.name}`,
    says: `The parameters of the list of ${name} combine: filters, \`q\`, \`order\` and the page are all heeded`,
    spec: 'Common list query parameters',
    level: 'should',
    versions: list.versions,
    needs: list.signedIn ? ['signed-in'] : [],
    consequence:
      'A client that narrows a list down, sorts it or goes on to the next page gets something else.',
    async check(context) {
      const { api, expect, queries } = context;
      const known = await knownOf(list, context);
      const parts = await partsOf(known, context);
      if (parts.length === 0 || known.front.length < 2) {
        inconclusive(`no parameter of the ${name} holds by itself and tells rows apart`);
      }
      const isPaged = await pagesHold(known);
      const mayBeSignedIn = api.signedIn().role !== 'anonymous' && list.name !== 'bundles';
      const tried = fc.record({
        query: queriesOf(known, parts, isPaged),
        signedIn: fc.constantFrom(...(mayBeSignedIn ? [false, true] : [false])),
      });
      await tryValues(
        // Unbiased, since the first queries would have hardly a parameter else.
        fc.noBias(tried),
        async ({ query, signedIn }) => {
          const answer = await ask(known, query, signedIn ? api.signedIn() : known.api);
          const wrong = departures(query, known, answer).filter(
            ({ matter }) => isPaged || (matter !== 'page' && matter !== 'count'),
          );
          expect.none(await confirmed(known, wrong));
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
 * Whether the pages of a list are right where it is asked for nothing else, as its second page of one row shows,
 * which the chapter on paging asks for: only then pages are combined with other parameters.
 */
async function pagesHold(known: Known): Promise<boolean> {
  const query = { ...PLAIN, page: 2, size: 1 };
  const answer = await ask(known, query);
  const isSecond = rowsOf(answer).map(idOf).join() === String(known.front.map(idOf)[1]);
  return isSecond && departures(query, known, answer).length === 0;
}

/** Queries that show a row which is known. Each shrinks by leaving out one parameter after the other. */
function queriesOf(
  known: Known,
  parts: readonly Part[],
  isPaged: boolean,
): fc.Arbitrary<ListQuery> {
  const { front } = known;
  const searches = (part: Part) => front.some((row) => part(row).term !== undefined);
  const choices = fc.record({
    ranks: fc.tuple(...parts.map(() => fc.nat(MOST_RANKS))),
    place: fc.nat(front.length - 1),
    // The few rows that a search finds leave little to do for others.
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
    // Such that there are two pages at least.
    const few = Math.max(1, Math.min(size, Math.floor(count / 2)));
    const number = Math.min(page, Math.ceil(count / few));
    return { ...query, size: few, ...(number > 1 ? { page: number } : {}) };
  });
}
