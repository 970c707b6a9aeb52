import fc from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import type { Seen } from '../../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, Violation } from '../../harness/violation.js';
import { mix } from '../../harness/writing/property.js';
import { LISTS, type List } from '../../specification/lists.js';
import { type Known, knownOf } from '../lists/list.js';
import { isPaged } from '../lists/paged.js';
import { type Departure, departures } from '../lists/prediction.js';
import { ask, type ListQuery, PLAIN, selects } from '../lists/query.js';
import { confirmed } from '../lists/unchanged.js';
import { type Part, partsOf, together } from './parts.js';

/** How many queries a list with so many filters is asked in a version; other lists, and all in the newest version, one. */
const [QUERIES, SEVERAL] = [2, 5];

/** So many requests may go into the search for the smallest query that departs. */
const MOST_SHRUNK = 30;

/** The pairs are gone through in strides, so that neighbours, which have a parameter in common, are apart. */
const STRIDE = 4;

/** Parameters are taken by rank; one of rank 0 is left out. */
const MOST_RANKS = 99;

/** Of so many rows, one is taken for a query to show. */
const ROWS_TRIED = 4;

/** Rows for each page: so few that there are several pages of what is found. */
const MOST_ROWS = 5;

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
      const known = await knownOf(list, context);
      const parts = await partsOf(known, context);
      if (parts.length === 0 || known.front.length < 2) {
        inconclusive(`no parameter of the ${name} holds by itself and tells rows apart`);
      }
      const wrong = await smallestWrong(known, parts, context);
      context.expect.none(await confirmed(known, wrong));
    },
  });
}

/** What departs in the smallest query that fast-check finds; nothing where all are answered as predicted. */
async function smallestWrong(
  known: Known,
  parts: readonly Part[],
  { api, instance, queries: { seed, thorough } }: CheckContext,
): Promise<readonly Departure[]> {
  const isFewer = api.version === instance.newest && instance.examined.length > 1;
  const filters = parts.filter(({ parameter }) => !['q', 'order'].includes(parameter));
  const usual = isFewer || filters.length < SEVERAL ? 1 : QUERIES;
  const versions = instance.examined.filter((each) => known.list.versions.includes(each));
  const before = Math.max(0, versions.indexOf(api.version)) * (thorough ?? usual);
  const mayBeSignedIn = api.signedIn().role !== 'anonymous' && known.list.name !== 'bundles';
  const paged = await isPaged(known);
  const pairs = parts
    .flatMap((one, index) => parts.slice(index + 1).map((other) => [one, other]))
    .reverse();
  for (let turn = before; turn < before + (thorough ?? usual); turn += 1) {
    let sent = 0;
    let broken: unknown;
    const pair = pairs[(turn * STRIDE) % pairs.length] ?? parts;
    const queries = queriesOf(known, parts, pair, paged);
    const property = fc.asyncProperty(queries, fc.boolean(), async (query, signedIn) => {
      if (sent === MOST_SHRUNK || broken !== undefined) return;
      sent += 1;
      const as = signedIn && mayBeSignedIn ? api.signedIn() : known.api;
      const answer = await ask(known, query, as).catch((error: unknown) => {
        // No smaller query is looked for where the network or the run ended it.
        broken = error;
      });
      if (answer === undefined) return;
      const wrong = departures(query, known, answer).filter(
        ({ matter }) => paged || (matter !== 'page' && matter !== 'count'),
      );
      if (wrong.length > 0) throw new Violation(wrong);
    });
    // Unbiased, since the first queries would have hardly a parameter else.
    const settings = { seed: mix(seed, `${known.list.name} ${turn}`), numRuns: 1, unbiased: true };
    const { failed, errorInstance } = await fc.check(property, settings);
    if (broken !== undefined) throw broken;
    if (!failed) continue;
    if (!(errorInstance instanceof Violation)) throw errorInstance;
    return errorInstance.mismatches as readonly Departure[];
  }
  return [];
}

/**
 * Queries that show a row which is known: of as many parameters as matter for it, the pair in its turn
 * first, and a page with rows. Each shrinks by leaving out one parameter after the other.
 */
function queriesOf(
  known: Known,
  parts: readonly Part[],
  pair: readonly Part[],
  paged: boolean,
): fc.Arbitrary<ListQuery> {
  const { front } = known;
  const ranks = fc.tuple(...parts.map(() => fc.nat(MOST_RANKS)));
  const numbers = fc.record({ start: fc.nat(front.length - 1), page: fc.nat(9) });
  const sizes = fc.integer({ min: 1, max: MOST_ROWS });
  return fc.tuple(ranks, numbers, sizes).map(([ranked, { start, page }, rows]) => {
    const rankOf = (part: Part) => ranked[parts.indexOf(part)] ?? 0;
    // The few rows that a search finds leave little to do for others: it is in every other query.
    const isIn = (part: Part) =>
      rankOf(part) > 0 &&
      (part.parameter !== 'q' || rankOf(part) > MOST_RANKS / 2 || pair.includes(part));
    // What comes first matters: the order wants several rows, then the pair, which keeps out some of them.
    const placeOf = (part: Part) => {
      if (part.parameter === 'order' && rankOf(part) > MOST_RANKS / 3) return 3 * MOST_RANKS;
      if (part.parameter === 'q' && rankOf(part) > MOST_RANKS * 0.7) return 2 * MOST_RANKS;
      return rankOf(part) + (pair.includes(part) ? MOST_RANKS : 0);
    };
    const chosen = parts.filter(isIn).sort((a, b) => placeOf(b) - placeOf(a));
    const size = paged ? rows : PLAIN.size;
    const shown = rowsToShow(front, chosen, start).map((row) =>
      together(chosen, row, known, size, page % 5 === 2),
    );
    const [query = { given: [], size }] = shown.sort((a, b) => countOf(b) - countOf(a));
    if (!paged) return query;
    const count = front.filter((each) => selects(query, each) === true).length;
    // Such that there are two pages at least.
    const few = Math.max(1, Math.min(size, Math.floor(count / 2)));
    const pages = Math.ceil(count / few);
    // Of a later page of a long list it is not known which rows it must show.
    const isFirst = pages < 2 || page < (known.whole ? 1 : 3);
    const cut = { ...query, size: few };
    return isFirst ? cut : { ...cut, page: 2 + (page % (pages - 1)) };
  });
}

/** A few rows, from that place on, of those that the search finds, if there is one. */
function rowsToShow(front: readonly Seen[], chosen: readonly Part[], start: number): Seen[] {
  const found = front.filter((row) =>
    chosen.every((part) => (part.of(row).term?.selects(row) ?? true) === true),
  );
  const rows = found.length > 0 ? found : front;
  const step = Math.ceil(rows.length / ROWS_TRIED);
  const places = Array.from({ length: ROWS_TRIED }, (_, index) => start + index * step);
  return places.flatMap((place) => rows[place % rows.length] ?? []);
}

/** How many parameters a query has, the page aside. */
function countOf({ given, term, order }: ListQuery): number {
  return given.length + Number(term !== undefined) + Number(order !== undefined);
}
