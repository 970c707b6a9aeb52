import type { Api } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Instance } from '../../harness/instance.js';
import { at } from '../../harness/place.js';
import { Inconclusive } from '../../harness/violation.js';
import { FILTERED_LISTS } from '../../specification/filter-forms.js';
import type { FilteredList } from '../../specification/filters.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { readable } from '../conventions/readable.js';
import { isWhole } from '../conventions/sources.js';
import { allRows, placeOf } from './asking.js';
import { COMBINATIONS, type Combination, LARGE_COMBINATIONS } from './combinations.js';
import type { Outcome, Probes } from './outcomes.js';
import { probeTogether } from './probing.js';
import { type Planned, planned, probeAtOnce } from './probing-at-once.js';
import { FILTERS } from './table.js';

/** The filters of a list in the version under judgement, all asked for; once for all who ask. */
export function probesOf(list: FilteredList, api: Api, instance: Instance): Promise<Probes> {
  return instance.once(`filters of ${list} in ${api.version}`, () =>
    probe(list, api.unnoted(), instance),
  );
}

async function probe(list: FilteredList, anyone: Api, instance: Instance): Promise<Probes> {
  const isUser = list === 'bundles' && anyone.signedIn().role === 'user';
  const isOwner = isUser && (await ownsMore(anyone.as('user')));
  const place = await placeOf(list, isOwner ? anyone.as('user') : anyone, instance);
  const page = await place.api.get(place.path, { query: { per_page: LARGEST_PAGE } });
  const rows = await allRows(place.api, place.path);
  const { refusedZulu, byDay } =
    list === 'covers' || list === 'bundles'
      ? { refusedZulu: [], byDay: [] }
      : await timesOfCovers(anyone, instance);
  const probes: Probes = {
    list,
    api: place.api,
    rows,
    whole: isWhole(page),
    outcomes: new Map(),
    together: [],
    ordered: [],
    repeated: [],
    manners: [],
    corrupted: [],
    bounds: [],
    amiss: [],
    refusedZulu,
    byDay,
  };
  const own = FILTERS.filter(
    (filter) =>
      filter.list === list &&
      filter.versions.includes(anyone.version) &&
      (isUser || filter.asUser !== true),
  );
  const named = (names: readonly string[]) =>
    names.flatMap((each) => own.find(({ name }) => name === each) ?? []);
  const plans: Planned[] = [];
  for (const { names, ...manner } of LARGE_COMBINATIONS[list] ?? []) {
    const filters = named(names).filter(({ asUser }) => isOwner || asUser !== true);
    const known = plans.flatMap(({ values }) => values.map(({ filter }) => filter));
    if (filters.some((filter) => known.includes(filter))) continue;
    const plan = planned(place, filters, manner, probes);
    if (plan !== undefined) plans.push(plan);
  }
  await Promise.all(plans.map((plan) => probeAtOnce(place, plan, probes)));
  const combinations = COMBINATIONS[list] ?? [];
  const alone = own
    .filter(({ name }) => !combinations.some(({ names }) => names.includes(name)))
    .map(({ name }): Combination => ({ names: [name] }));
  await Promise.all(
    [...combinations, ...alone].map(async ({ names, ...manner }) => {
      const filters = named(names).filter((filter) => !probes.outcomes.has(filter));
      if (filters.length > 0) await probeTogether(place, filters, manner, probes);
    }),
  );
  return probes;
}

/** Whether a user is shown bundles that nobody else is: those that are not public. */
async function ownsMore(user: Api): Promise<boolean> {
  const rows = await readable(() => allRows(user, 'bundles/'));
  return rows.some((row) => at(row, 'public').value === false);
}

/** What the first of the lists refuses or misreads the others are not asked for again. */
async function timesOfCovers(
  api: Api,
  instance: Instance,
): Promise<Pick<Probes, 'refusedZulu' | 'byDay'>> {
  try {
    const { refusedZulu, byDay } = await probesOf('covers', api, instance);
    return { refusedZulu: [...refusedZulu], byDay: [...byDay] };
  } catch (error) {
    if (error instanceof Inconclusive) return { refusedZulu: [], byDay: [] };
    throw error;
  }
}

/** The probes of every list that has filters in this version; lists that cannot be read are judged elsewhere. */
export async function everyProbes({
  api,
  instance,
}: Pick<CheckContext, 'api' | 'instance'>): Promise<Probes[]> {
  const lists = FILTERED_LISTS.filter((list) =>
    FILTERS.some((filter) => filter.list === list && filter.versions.includes(api.version)),
  );
  const settled = await Promise.allSettled(lists.map((list) => probesOf(list, api, instance)));
  const failed = settled.find((each) => each.status === 'rejected');
  const found = settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  if (found.length === 0 && failed?.status === 'rejected') throw failed.reason;
  return found;
}

/** The outcome of the first of these filters that holds; inconclusive if none does. */
export function held(
  outcomes: Probes['outcomes'],
  ...names: string[]
): Extract<Outcome, { holds: true }> {
  for (const [{ name }, outcome] of outcomes) {
    if (names.includes(name) && outcome.holds) return outcome;
  }
  throw new Inconclusive(
    `what the filter ${names.at(-1)} does with a known value could not be shown`,
  );
}
