import type { Api, Query } from '../harness/api.js';
import type { CheckContext } from '../harness/check-context.js';
import { at, type Seen } from '../harness/place.js';
import { since } from '../harness/version.js';
import { elsewhere } from './filter-asking.js';
import { type List, readerOfList } from './lists.js';
import { linksOf, numberIn, type Page, pageOf } from './paging-page.js';
import { hasText, hasWord, wordsOf } from './search-words.js';
import { isWhole, LARGEST_PAGE } from './sources.js';
import { timeOf } from './timestamp.js';

/** The second page of one row of what a list shows with a search, in an order, and with filters. */
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

/** A filter that goes with the search. */
interface Filtered {
  query: Query;
  isKept(row: Seen): boolean;
  /** What would be kept instead by an instance that heeds a part of it only. */
  instead: ((row: Seen) => boolean)[];
}

/** The filters that a list is asked for with; undefined where its rows have no such values. */
type Filtering = (rows: readonly Seen[], api: Api) => Filtered | undefined;

const UNFILTERED: Filtering = () => ({ query: {}, isKept: () => true, instead: [] });

/** The rows of two projects, or of one: "since 1.1 filters may be repeated". */
const inProjects: Filtering = (rows, { version }) => {
  const names = [...new Set(rows.flatMap((row) => projectOf(row) ?? []))];
  const [one, other] = [names[0], names.at(-1)];
  if (one === undefined || other === undefined || one === other) return undefined;
  const isOf = (name: string) => (row: Seen) => projectOf(row) === name;
  if (!since('1.1').includes(version)) {
    return { query: { project: other }, isKept: isOf(other), instead: [() => true] };
  }
  return {
    query: { project: [one, other] },
    isKept: (row) => isOf(one)(row) || isOf(other)(row),
    instead: [isOf(one), isOf(other)],
  };
};

/** Those of a project since a time in another zone, the `+` of which must be escaped in a link. */
const sinceInProject: Filtering = (rows) => {
  const times = rows.flatMap((row) => timeOf(at(row, 'date').value) ?? []).sort((a, b) => a - b);
  const bound = times
    .map((time) => time - 1000)
    .slice(Math.ceil(times.length / 4))
    .find((each) => !times.includes(each));
  const [project] = rows.flatMap((row) => projectOf(row) ?? []);
  if (bound === undefined || project === undefined || times.length < rows.length) return undefined;
  const isLater = (row: Seen) => Number(timeOf(at(row, 'date').value)) > bound;
  const isInProject = (row: Seen) => projectOf(row) === project;
  return {
    query: { since: elsewhere(new Date(bound).toISOString()), project },
    isKept: (row) => isLater(row) && isInProject(row),
    instead: [isLater, isInProject],
  };
};

/**
 * The lists that one such page tells most of. Not people, whose order is judged with those in it who
 * have no name and whom no search for a name finds; nor lists too long to be known.
 */
const TOLD: Readonly<Record<string, Filtering>> = {
  projects: UNFILTERED,
  users: UNFILTERED,
  bundles: UNFILTERED,
  covers: inProjects,
  series: sinceInProject,
  'cover-comments': UNFILTERED,
  checks: UNFILTERED,
};

/**
 * One request that tells at once whether a list heeds a search, an order, filters, and the number
 * and size of a page: of a list that is known as a whole, the row that must be there and the number
 * of pages are known beforehand, and none of it could be left out without changing them. Undefined
 * where the rows are not such, and where the answer is another: each is then asked for by itself.
 */
export function foundPage(
  list: List,
  { api, instance }: Pick<CheckContext, 'api' | 'instance'>,
): Promise<FoundPage | undefined> {
  return instance.once(`found page of ${list.name} in ${api.version}`, async () => {
    const as = readerOfList(api.unnoted(), list);
    const filtering = TOLD[list.name];
    if (filtering === undefined || !list.ordered.includes(api.version)) return undefined;
    const path = await list.path(instance);
    const first = pageOf(await as.get(path, { query: { per_page: LARGEST_PAGE } }));
    // Without `last` the pages cannot be counted.
    if (!isWhole(first.answer) || countOf(first) !== 1) return undefined;
    const rows = first.rows ?? [];
    const filtered = filtering(rows, as);
    const told = filtered && tellingWord(rows, list, filtered);
    if (filtered === undefined || told === undefined) return undefined;
    const { word, findings } = told;
    const query = { ...filtered.query, q: word, order: list.order };
    const page = pageOf(await as.get(path, { query: { ...query, page: 2, per_page: 1 } }));
    const found = findings.find((each) => isSecondOf(page, each));
    if (found === undefined) return undefined;
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

/**
 * A word to search for, if possible one that more than three rows have, and the rows that a sound
 * list may show, in order: nothing that could go wrong would have the same second row and number.
 */
function tellingWord(
  rows: readonly Seen[],
  list: List,
  { isKept, instead }: Filtered,
): { word: string; findings: Seen[][] } | undefined {
  const kept = rows.filter(isKept);
  const ways = wordsOf(rows, list).flatMap((word) => {
    const unordered = findingsOf(kept, word, list);
    const others = instead.flatMap((each) => findingsOf(rows.filter(each), word, list));
    const ignored = list.named ? [inOrder(kept)] : [];
    const wrong = [...unordered, ...others.map(inOrder), ...ignored].map(signature);
    const isTelling = (found: Seen[]) => found.length > 1 && !wrong.includes(signature(found));
    const [own, ...more] = unordered.map(inOrder);
    return own !== undefined && isTelling(own)
      ? [{ word, findings: [own, ...more.filter(isTelling)] }]
      : [];
  });
  return ways.find(({ findings }) => findings.every((each) => each.length > 3)) ?? ways[0];
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

function projectOf(row: Seen): string | undefined {
  const { value } = at(row, 'project', 'link_name');
  return typeof value === 'string' ? value : undefined;
}
