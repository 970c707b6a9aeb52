import type { Api, Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { isWhole, readerOf } from '../conventions/sources.js';
import type { AskedTogether } from '../filters/asked-in-parts.js';
import type { List } from '../filters/lists.js';
import { hasText, hasWord, wordsOf } from '../search/words.js';
import {
  type Filtered,
  type Filtering,
  sinceInProject,
  twoOfTwo,
  UNFILTERED,
} from './found-filters.js';
import { linksOf, numberIn, type Page, pageOf } from './page.js';

type Where = Pick<CheckContext, 'api' | 'instance'>;

/** The second page of one row of what a list shows with a search, in an order or with filters. */
export interface FoundPage {
  path: string;
  word: string;
  /** What it was asked for besides its number and size. */
  query: Query;
  page: Page;
  /** The rows that its pages show in turn. */
  expected: string[];
  /** Whether the search left any of the rows out. */
  narrows: boolean;
}

/**
 * The lists that one such page tells most of, and whether it is asked for in an order: not where
 * requests for filters have one, so that the pages of the usual order are seen. Not people, whose
 * order is judged with those in it who have no name and whom no search for a name finds; nor lists too
 * long to be known.
 */
const TOLD: Readonly<Record<string, { filtering: Filtering; isOrdered: boolean }>> = {
  projects: { filtering: UNFILTERED, isOrdered: true },
  users: { filtering: UNFILTERED, isOrdered: true },
  bundles: { filtering: UNFILTERED, isOrdered: false },
  covers: { filtering: twoOfTwo, isOrdered: false },
  series: { filtering: sinceInProject, isOrdered: false },
  'cover-comments': { filtering: UNFILTERED, isOrdered: true },
  checks: { filtering: UNFILTERED, isOrdered: false },
};

/**
 * One request that tells at once whether a list heeds a search, an order, filters, and the number
 * and size of a page: of a list that is known as a whole, the row that must be there and the number
 * of pages are known beforehand, and none of it could be left out without changing them. Undefined
 * where the rows are not such, and where the answer is another: each is then asked for by itself.
 */
export async function foundPage(list: List, where: Where): Promise<FoundPage | undefined> {
  const answered = await secondFound(list, where);
  return answered !== undefined && 'expected' in answered ? answered : undefined;
}

/** The same request where its answer was another than it should be; undefined where it was not. */
export async function notFound(list: List, where: Where): Promise<AskedTogether | undefined> {
  const answered = await secondFound(list, where);
  return answered !== undefined && 'second' in answered ? answered : undefined;
}

function secondFound(
  list: List,
  { api, instance }: Where,
): Promise<FoundPage | AskedTogether | undefined> {
  return instance.once(`found page of ${list.name} in ${api.version}`, async () => {
    const told = TOLD[list.name];
    if (told === undefined || !list.ordered.includes(api.version)) return undefined;
    const path = await list.path(instance);
    const as = readerOf(path, api.unnoted());
    const first = pageOf(await as.get(path, { query: { per_page: LARGEST_PAGE } }));
    // Without `last` the pages cannot be counted.
    if (!isWhole(first.answer) || countOf(first) !== 1) return undefined;
    const rows = first.rows ?? [];
    const chosen = tellingWord(rows, list, as, told);
    if (chosen === undefined) return undefined;
    const { word, filtered, findings } = chosen;
    const order = told.isOrdered ? { order: list.order } : {};
    const query = { ...filtered.query, q: word, ...order };
    const page = pageOf(await as.get(path, { query: { ...query, page: 2, per_page: 1 } }));
    const found = findings.find((each) => isSecondOf(page, each));
    if (found === undefined) return { as, path, query, second: page };
    const narrows = found.length < rows.filter(filtered.isKept).length;
    return { path, word, query, page, expected: found.map(keyOf), narrows };
  });
}

/** Whether a page is the second one of some rows, and counts as many pages as they are. */
function isSecondOf(page: Page, rows: readonly Seen[]): boolean {
  const [second] = rows.slice(1).map(keyOf);
  const isMore = linksOf(page, 'next').length > 0;
  const isRow = page.keys.length === 1 && page.keys[0] === second;
  return isRow && countOf(page) === rows.length && isMore === rows.length > 2;
}

function countOf(page: Page): number | undefined {
  const [last] = linksOf(page, 'last');
  return last && numberIn(last, page);
}

/** A word to search for, the filters beside it, and the rows that a sound list may show, in order. */
interface Telling {
  word: string;
  filtered: Filtered;
  findings: Seen[][];
}

/**
 * A word and filters such that nothing that could go wrong would have the same second row and the same
 * number of rows; if possible a word that more than three rows have.
 */
function tellingWord(
  rows: readonly Seen[],
  list: List,
  as: Api,
  told: { filtering: Filtering; isOrdered: boolean },
): Telling | undefined {
  let first: Telling | undefined;
  // Most words are never looked at: there are hundreds, and one of the first nearly always does.
  for (const word of wordsOf(rows, list)) {
    const telling = toldBy(word, rows, list, as, told);
    const enough = telling?.filtered.found ?? 4;
    if (telling?.findings.every((each) => each.length >= enough)) return telling;
    first ??= telling;
  }
  return first;
}

/** What a word tells with the filters that go with it; undefined where something wrong would show the same. */
function toldBy(
  word: string,
  rows: readonly Seen[],
  list: List,
  as: Api,
  { filtering, isOrdered }: { filtering: Filtering; isOrdered: boolean },
): Telling | undefined {
  const ordered = (found: readonly Seen[]) => (isOrdered ? inOrder(found) : [...found]);
  const [hits = []] = findingsOf(rows, word, list);
  const filtered = filtering(rows, hits, as);
  if (filtered === undefined) return undefined;
  const kept = rows.filter(filtered.isKept);
  const unordered = findingsOf(kept, word, list);
  const others = filtered.instead.flatMap((each) =>
    findingsOf(rows.filter(each), word, list).map(ordered),
  );
  const wrong = [
    ...(isOrdered ? unordered : unordered.map((found) => [...found].reverse())),
    ...others,
    ...(list.named ? [ordered(kept)] : []),
  ].map(signature);
  const isTelling = (found: Seen[]) => found.length > 1 && !wrong.includes(signature(found));
  const [own, ...more] = unordered.map(ordered);
  if (own === undefined || !isTelling(own)) return undefined;
  return { word, filtered, findings: [own, ...more.filter(isTelling)] };
}

/**
 * What a search may find: what has the word in its name, or among other letters, too. Where a list
 * has no names the search may be ignored (docs/verdicts.md B-30).
 */
function findingsOf(rows: readonly Seen[], word: string, list: List): Seen[][] {
  const within = rows.filter((row) => hasText(row, word, list));
  return list.named
    ? [rows.filter((row) => hasWord(row, word, list)), within]
    : [within, [...rows]];
}

/** The newest first: `-id`, the order of all these lists. */
function inOrder(rows: readonly Seen[]): Seen[] {
  return [...rows].sort((a, b) => Number(at(b, 'id').value) - Number(at(a, 'id').value));
}

/** All that a page of one row tells: the second of the rows, and how many they are. */
function signature(rows: readonly Seen[]): string {
  return JSON.stringify([rows[1]?.value, rows.length]);
}

function keyOf(row: Seen): string {
  return String(at(row, 'id').value);
}
