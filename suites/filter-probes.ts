import type { Api, Query } from '../harness/api.js';
import type { CheckContext } from '../harness/check-context.js';
import type { Answer } from '../harness/client/answer.js';
import type { Instance } from '../harness/instance.js';
import { at, type Seen } from '../harness/place.js';
import { type Departed, Inconclusive, Violation } from '../harness/violation.js';
import { type Chosen, choose, selected } from './filter-choice.js';
import { judge, rowsOf } from './filter-judging.js';
import {
  COMBINATIONS,
  FILTERED_LISTS,
  FILTERS,
  type Filter,
  type FilteredList,
} from './filter-table.js';
import { isWhole, LARGEST_PAGE } from './sources.js';
import { timeOf } from './timestamp.js';

/** How many values from elsewhere are tried. */
const MOST_ELSEWHERE = 3;

/** What came of asking for a filter: it holds, or why not, or why that could not be told. */
export type Outcome = { holds: true; chosen: Chosen } | { holds: false; why: unknown };

/** A request with an order, and the rows that it gave. */
export interface Ordered {
  list: FilteredList;
  order: string;
  rows: Seen[];
}

/** What came of all the filters of one list. */
export interface Probes {
  list: FilteredList;
  /** The list without any filter, as far as one page shows it. */
  rows: Seen[];
  /** Whether those are all. */
  whole: boolean;
  outcomes: Map<Filter, Outcome>;
  /** Requests with several filters, each of which mattered: that their AND was right, or what was not. */
  together: Departed[][];
  ordered: Ordered[];
  /** Rows that were there without an order and are missing with it, or the other way round. */
  lostByOrder: Departed[];
  /** Whether rows of the very time were selected by `since`, and by `before`; one for each pair. */
  bounds: { since: Bound; before: Bound }[];
  /** Requests with a time in the documented form that were refused, and answered without its `Z`. */
  refusedZulu: Departed[];
}

/** A row whose date is just what `since` or `before` asked for, and whether it was shown. */
export interface Bound {
  row: Seen;
  shown: boolean;
}

/** The path of a list, and the caller that it is read as. */
export interface Place {
  api: Api;
  path: string;
}

/** Where a list is: for checks, of the patches that were found the one whose checks differ most. */
export async function placeOf(list: FilteredList, api: Api, instance: Instance): Promise<Place> {
  if (list !== 'checks') return { api, path: `${list}/` };
  const paths = (await instance.patchesWithChecks()).map((patch) => `patches/${patch}/checks/`);
  const lists = await Promise.all(paths.map((path) => allRows(api, path)));
  const times = lists.map((rows) => new Set(rows.map((row) => at(row, 'date').value)).size);
  return { api, path: paths[times.indexOf(Math.max(...times))] ?? '' };
}

/** The filters of a list in the version under judgement, all asked for; once for all who ask. */
export function probesOf(
  list: FilteredList,
  as: 'anyone' | 'user',
  api: Api,
  instance: Instance,
): Promise<Probes> {
  return instance.once(`filters of ${list} in ${api.version} as ${as}`, () =>
    probe(list, as, api.unnoted(), instance),
  );
}

async function probe(
  list: FilteredList,
  as: 'anyone' | 'user',
  anyone: Api,
  instance: Instance,
): Promise<Probes> {
  const place = await placeOf(list, as === 'user' ? anyone.as('user') : anyone, instance);
  const page = await place.api.get(place.path, { query: { per_page: LARGEST_PAGE } });
  const rows = await allRows(place.api, place.path);
  // What the first of the lists refuses the others are not asked for again.
  const refusedZulu =
    list === 'covers' || as === 'user' ? [] : await zuluRefusedByCovers(anyone, instance);
  const probes: Probes = {
    list,
    rows,
    whole: isWhole(page),
    outcomes: new Map(),
    together: [],
    ordered: [],
    lostByOrder: [],
    bounds: [],
    refusedZulu,
  };
  const own = FILTERS.filter(
    (filter) =>
      filter.list === list &&
      filter.versions.includes(anyone.version) &&
      (filter.asUser === true) === (as === 'user'),
  );
  await Promise.all(
    COMBINATIONS[list].map(async ({ names, order }) => {
      const filters = own.filter(({ name }) => names.includes(name));
      if (filters.length > 0) await probeTogether(place, filters, order, probes);
    }),
  );
  return probes;
}

async function zuluRefusedByCovers(api: Api, instance: Instance): Promise<Departed[]> {
  try {
    return [...(await probesOf('covers', 'anyone', api, instance)).refusedZulu];
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

async function probeTogether(
  place: Place,
  filters: readonly Filter[],
  order: string | undefined,
  probes: Probes,
): Promise<void> {
  const chosen = choose(filters, probes.rows);
  const [first, ...others] = filters;
  if (chosen === undefined && first !== undefined) {
    // Not all of them matter together: the first alone, and the others in one request if they do.
    await probeAlone(place, first, probes);
    if (others.length > 0) await probeTogether(place, others, order, probes);
    return;
  }
  if (chosen === undefined) return;
  const { answer, departures } = await askAndJudge(place, chosen, order, probes);
  if (departures.length === 0) {
    settle(chosen, probes);
    noteBounds(chosen, rowsOf(answer), probes);
    if (order !== undefined)
      probes.ordered.push({ list: probes.list, order, rows: rowsOf(answer) });
    return;
  }
  if (order !== undefined) {
    const unordered = await askAndJudge(place, chosen, undefined, probes);
    if (unordered.departures.length === 0) {
      settle(chosen, probes);
      probes.lostByOrder.push(...departures);
      return;
    }
  }
  await Promise.all(filters.map((filter) => probeAlone(place, filter, probes)));
  const alone = filters.map((filter) => probes.outcomes.get(filter));
  // Each filter is right and the two together are not: it is the AND that fails.
  if (chosen.length > 1 && alone.every((outcome) => outcome?.holds)) {
    const again = await askAndJudge(place, chosen, undefined, probes);
    probes.together.push(again.departures);
  }
}

/** All of the filters hold, and so does their AND. */
function settle(chosen: readonly Chosen[], probes: Probes): void {
  for (const each of chosen) probes.outcomes.set(each.filter, { holds: true, chosen: each });
  if (chosen.length > 1) probes.together.push([]);
}

/** What became of the rows whose date is the very bound, which the specification leaves open. */
function noteBounds(chosen: readonly Chosen[], shown: readonly Seen[], probes: Probes): void {
  const ids = new Set(shown.map((row) => at(row, 'id').value));
  const boundOf = (name: string): Bound | undefined => {
    const time = timeOf(chosen.find(({ filter }) => filter.name === name)?.value);
    if (time === undefined) return undefined;
    const row = probes.rows.find(
      (each) => timeOf(at(each, 'date').value) === time && isWithin(each, chosen, name),
    );
    return row === undefined ? undefined : { row, shown: ids.has(at(row, 'id').value) };
  };
  const [since, before] = [boundOf('since'), boundOf('before')];
  if (since !== undefined && before !== undefined) probes.bounds.push({ since, before });
}

function isWithin(row: Seen, chosen: readonly Chosen[], name: string): boolean {
  return chosen.every((each) => each.filter.name === name || selected(each, row) === true);
}

async function probeAlone(place: Place, filter: Filter, probes: Probes): Promise<void> {
  const [chosen] = choose([filter], probes.rows) ?? [];
  if (chosen === undefined) {
    probes.outcomes.set(filter, await probeElsewhere(place, filter, probes));
    return;
  }
  const { departures } = await askAndJudge(place, [chosen], undefined, probes);
  probes.outcomes.set(filter, outcomeOf(chosen, departures));
}

/**
 * Where every known row has the same value, the filter is asked for with values from elsewhere:
 * they must keep the known rows out, and show rows of their own.
 */
async function probeElsewhere(place: Place, filter: Filter, probes: Probes): Promise<Outcome> {
  const known = new Set(probes.rows.map((row) => filter.ownValue(row)));
  const others = probes.rows.length === 0 ? [] : ((await filter.elsewhere?.(place.api)) ?? []);
  for (const value of others.filter((each) => !known.has(each)).slice(0, MOST_ELSEWHERE)) {
    const chosen = { filter, value };
    const { answer, departures } = await askAndJudge(place, [chosen], undefined, probes);
    if (departures.length > 0 || rowsOf(answer).length > 0) return outcomeOf(chosen, departures);
  }
  return { holds: false, why: new Inconclusive(unchoosable(filter, probes.rows)) };
}

function outcomeOf(chosen: Chosen, departures: readonly Departed[]): Outcome {
  return departures.length === 0
    ? { holds: true, chosen }
    : { holds: false, why: new Violation(departures) };
}

/**
 * A time is given in the documented form, with its `Z`. Where that is refused, which is a
 * requirement of its own, the filter itself is judged without it.
 */
async function askAndJudge(
  place: Place,
  chosen: readonly Chosen[],
  order: string | undefined,
  probes: Probes,
): Promise<{ answer: Answer; departures: Departed[] }> {
  const isTime = ({ filter }: Chosen) => ['since', 'before'].includes(filter.parameter);
  const local = chosen.map((each) =>
    isTime(each) ? { ...each, value: each.value.replace(/Z$/, '') } : each,
  );
  if (probes.refusedZulu.length > 0) {
    const answer = await ask(place, local, order);
    return { answer, departures: judge(answer, chosen, probes) };
  }
  const answer = await ask(place, chosen, order);
  const departures = judge(answer, chosen, probes);
  if (answer.status === 200 || !chosen.some(isTime)) return { answer, departures };
  const again = await ask(place, local, order);
  if (again.status !== 200) return { answer, departures };
  probes.refusedZulu.push(...departures);
  return { answer: again, departures: judge(again, chosen, probes) };
}

function ask({ api, path }: Place, chosen: readonly Chosen[], order?: string): Promise<Answer> {
  const query: Query = { per_page: LARGEST_PAGE };
  for (const { filter, value } of chosen) query[filter.parameter] = value;
  if (order !== undefined) query.order = order;
  return api.get(path, { query });
}

function unchoosable(filter: Filter, rows: readonly Seen[]): string {
  const { list } = filter;
  const parameter = ['since', 'before'].includes(filter.parameter) ? 'date' : filter.parameter;
  if (rows.length === 0) return `${list} is empty`;
  const values = new Set(rows.map((row) => filter.ownValue(row)));
  return values.size === 1
    ? `each of the first ${rows.length} ${list} has the same ${parameter}, so that filtering by it shows nothing`
    : `none of the first ${rows.length} ${list} has a ${parameter} that tells it from others`;
}

function allRows(api: Api, path: string): Promise<Seen[]> {
  return api.list(path, { per_page: LARGEST_PAGE });
}

/** The probes of every list that has filters in this version; lists that cannot be read are judged elsewhere. */
export async function everyProbes({
  api,
  instance,
}: Pick<CheckContext, 'api' | 'instance'>): Promise<Probes[]> {
  const lists = FILTERED_LISTS.filter((list) =>
    FILTERS.some((filter) => filter.list === list && filter.versions.includes(api.version)),
  );
  const settled = await Promise.allSettled(
    lists.map((list) => probesOf(list, 'anyone', api, instance)),
  );
  const failed = settled.find((each) => each.status === 'rejected');
  const found = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (found.length === 0 && failed?.status === 'rejected') throw failed.reason;
  return found;
}
