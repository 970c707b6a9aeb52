import type { Api, Query } from '../../harness/api.js';
import type { Answer } from '../../harness/client/answer.js';
import type { Instance } from '../../harness/instance.js';
import type { Seen } from '../../harness/place.js';
import type { FilteredList } from '../../specification/filters.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed } from '../../specification/lists.js';
import { pathOf } from '../conventions/sources.js';
import { timeOf } from '../conventions/timestamp.js';
import type { AskedTogether } from './asked-in-parts.js';
import { byParameter, type Chosen } from './choice.js';
import type { Manner } from './combinations.js';

/** The path of a list, and the caller that it is read as. */
export interface Place {
  api: Api;
  path: string;
}

/** Where a list is. */
export async function placeOf(list: FilteredList, api: Api, instance: Instance): Promise<Place> {
  return { api, path: await pathOf(listNamed(list), instance) };
}

/** A list without any filter, as far as one page shows it. */
export function allRows(api: Api, path: string): Promise<Seen[]> {
  return api.list(path, { per_page: LARGEST_PAGE });
}

/** Asks a list for what satisfies some filters, in some manner. */
export function ask(place: Place, chosen: readonly Chosen[], manner: Manner): Promise<Answer> {
  const { as, path, query } = askedFor(place, chosen, manner);
  return as.get(path, { query: { per_page: LARGEST_PAGE, ...query } });
}

/** What is asked for by some filters, in some manner, and by whom. */
export function askedFor(
  { api, path }: Place,
  chosen: readonly Chosen[],
  { order, zone, signedIn }: Manner,
): AskedTogether {
  const query: Query = {};
  for (const values of byParameter(chosen)) {
    const given = values.map((each) => (zone && isTime(each) ? elsewhere(each.value) : each.value));
    const [one] = values;
    if (one !== undefined) query[one.filter.parameter] = given;
  }
  if (order !== undefined) query.order = order;
  return { as: signedIn ? api.signedIn() : api, path, query };
}

/** Whether a filter is given a time. */
export function isTime({ filter }: Pick<Chosen, 'filter'>): boolean {
  return filter.kind === 'time';
}

/** The same moment as the clocks five hours east of Greenwich show it. */
export function elsewhere(time: string): string {
  const moment = timeOf(time);
  if (moment === undefined) return time;
  const there = new Date(moment + 5 * 3_600_000).toISOString();
  return `${there.slice(0, '2026-01-01T00:00:00'.length)}+05:00`;
}
