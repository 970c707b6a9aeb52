import type { Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import type { CollectionName } from '../../specification/endpoints.js';
import { REPEATABLE_SINCE } from '../../specification/filters.js';
import { since } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { isWhole } from '../conventions/sources.js';
import { timeOf } from '../conventions/timestamp.js';
import { elsewhere } from '../filters/asking.js';
import { listNamed } from '../filters/lists.js';
import { sortings } from '../order/sorting.js';
import { searchIn } from '../search/searched.js';
import { type Page, pageOf } from './page.js';

/** What a page is asked for besides its number and size, so that there is something to keep. */
export interface Extra {
  kind: 'filter' | 'order' | 'search' | 'several';
  query: Query;
  /**
   * The rows that pages of one row should show in turn, told apart as those of a page are; several
   * ways where the specification leaves the order open.
   */
  expected: string[][];
  /** Whether those are all rows that the pages should show. */
  all: boolean;
}

/** A list as its first page shows it, and whether that is all of it. */
export interface FirstPage {
  first: Page;
  whole: boolean;
}

type Where = Pick<CheckContext, 'api' | 'instance'>;

/** Finds something that a list can be asked for; nothing where its rows are not such. */
export type Choice = (list: FirstPage, where: Where) => Promise<Extra | undefined>;

/** `since` a time shortly before that of a row, in another zone: its `+` must be escaped in a link. */
const sinceElsewhere: Choice = async ({ first, whole }) => {
  const rows = rowsWithKeys(first).flatMap(({ row, key }) => {
    const time = timeOf(at(row, 'date').value);
    return time === undefined ? [] : [{ key, time }];
  });
  const times = rows.map(({ time }) => time).sort((a, b) => a - b);
  const bounds = times.map((time) => time - 1000).slice(Math.ceil(times.length / 3), -2);
  const bound = bounds.find((each) => !times.includes(each));
  if (bound === undefined || rows.length < first.keys.length) return undefined;
  const kept = rows.filter(({ time }) => time > bound).map(({ key }) => key);
  const query = { since: elsewhere(new Date(bound).toISOString()) };
  return { kind: 'filter', query, expected: [kept], all: whole };
};

/** What nobody in particular is shown is public, so the filter leaves all but what says otherwise. */
const publicOnes: Choice = async ({ first, whole }) => {
  const open = rowsWithKeys(first).filter(({ row }) => at(row, 'public').value !== false);
  const expected = [open.map(({ key }) => key)];
  return { kind: 'filter', query: { public: 'true' }, expected, all: whole };
};

/** All rows, the last first; only where all are known. */
const newestFirst: Choice = async ({ first, whole }) => {
  const id = (row: Seen) => Number(at(row, 'id').value);
  const sorted = rowsWithKeys(first).sort((a, b) => id(b.row) - id(a.row));
  const expected = [sorted.map(({ key }) => key)];
  return whole ? { kind: 'order', query: { order: '-id' }, expected, all: true } : undefined;
};

/** All rows by name, those without one first or last; only where all are known. */
const byName: Choice = async ({ first, whole }) => {
  const rows = rowsWithKeys(first);
  const keyOf = (row: Seen) => rows.find((each) => each.row === row)?.key ?? '';
  const ways = sortings(
    rows.map(({ row }) => row),
    'name',
  );
  const expected = ways.map((way) => way.map(keyOf));
  return whole ? { kind: 'order', query: { order: 'name' }, expected, all: true } : undefined;
};

/** What is found by the search of the chapter on searches, in the order that was asked for there. */
const found: Choice = async ({ first }, { api, instance }) => {
  const name = new URL(first.answer.url).pathname.replace(/\/$/, '').split('/').at(-1) ?? '';
  const [search] = await readable(async () => [await searchIn(listNamed(name), { api, instance })]);
  if (search === undefined || search.ordered?.answer !== search.answer) return undefined;
  const { query, answer } = search;
  // Of three rows the second is the same from either end.
  const { keys } = pageOf(answer);
  if (keys.length < 4 || query.q === undefined) return undefined;
  return { kind: 'search', query, expected: [keys], all: isWhole(answer) };
};

/**
 * The two rows of two submitters who have one each: the second page is the last one. Before filters
 * may be repeated, those of one who has two. In a list too long to be known, if possible rows of the
 * two projects that there are, which are asked for as well: the second row would not be second with
 * one project only. Rows of a third project would have to be left out, which this does not show.
 */
const twoSubmitted: Choice = async (list, where) => {
  const { first, whole } = list;
  const bySubmitter = new Map<string, string[]>();
  for (const { row, key } of rowsWithKeys(first)) {
    const id = String(at(row, 'submitter', 'id').value);
    if (/^\d+$/.test(id)) bySubmitter.set(id, [...(bySubmitter.get(id) ?? []), key]);
  }
  const having = (count: number) => [...bySubmitter].filter(([, keys]) => keys.length === count);
  const alone = having(1);
  const projects = new Map(
    rowsWithKeys(first).map(({ row, key }) => [key, at(row, 'project', 'link_name').value]),
  );
  const projectOf = ([, [key = '']]: [string, string[]]) => projects.get(key);
  const [one] = alone;
  const elsewhere = alone.filter((each) => one && projectOf(each) !== projectOf(one)).at(-1);
  const other = (whole ? undefined : elsewhere) ?? alone.at(-1);
  if (since(REPEATABLE_SINCE).includes(where.api.version) && one && other && one !== other) {
    const several = [projectOf(one), projectOf(other)].filter((each) => typeof each === 'string');
    const isAll = new Set(projects.values()).size === 2;
    const ofTwo = other === elsewhere && !whole && several.length === 2 && isAll;
    const query = { ...(ofTwo ? { project: several } : {}), submitter: [one[0], other[0]] };
    return { kind: 'filter', query, expected: [[...one[1], ...other[1]]], all: whole };
  }
  const [[submitter, keys] = []] = having(2);
  if (submitter === undefined || keys === undefined) {
    return mostFrequent('project', 'project', 'link_name')(list, where);
  }
  return { kind: 'filter', query: { submitter }, expected: [keys], all: whole };
};

/** A filter by the value that most of the rows have, if three of them have it. */
export function mostFrequent(parameter: string, ...path: string[]): Choice {
  return async ({ first, whole }) => {
    const byValue = new Map<string, string[]>();
    for (const { row, key } of rowsWithKeys(first)) {
      const { value } = at(row, ...path);
      if (typeof value === 'string') byValue.set(value, [...(byValue.get(value) ?? []), key]);
    }
    const [most] = [...byValue].sort(([, a], [, b]) => b.length - a.length);
    if (most === undefined || most[1].length < 3) return undefined;
    const [value, keys] = most;
    return { kind: 'filter', query: { [parameter]: value }, expected: [keys], all: whole };
  };
}

/** Nothing besides. */
export const none: Choice = async () => undefined;

/** The collections, with the extra that each can bear; SPEC.md documents no filter of patches. */
export const EXTRAS: Readonly<Partial<Record<CollectionName, Choice>>> = {
  projects: newestFirst,
  people: byName,
  bundles: publicOnes,
  covers: twoSubmitted,
  series: sinceElsewhere,
  events: mostFrequent('category', 'category'),
  patches: found,
  checks: mostFrequent('context', 'context'),
};

function rowsWithKeys({ rows = [], keys }: Page): { row: Seen; key: string }[] {
  return rows.map((row, index) => ({ row, key: keys[index] ?? '' }));
}
