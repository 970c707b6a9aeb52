import type { Where } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { type Seen, valueAt } from '../../harness/place.js';
import { Inconclusive, inconclusive } from '../../harness/violation.js';
import { FILTER_FORMS, type SettledForm } from '../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { listNamed } from '../../specification/lists.js';
import type { Version } from '../../specification/versions.js';
import { firstRows } from '../conventions/sources.js';
import { timeOf } from '../conventions/timestamp.js';
import { type Known, knownOf } from '../lists/list.js';
import { type Departure, departures } from '../lists/prediction.js';
import { ask, type ListQuery, PLAIN } from '../lists/query.js';
import { inTurn } from '../lists/rotation.js';
import { type Given, ownValue, selectedBy } from '../lists/selection.js';
import { confirmed } from '../lists/unchanged.js';
import { goesByDay } from './days.js';

/** A filter that was asked for with a value and with nothing else, and what departs. */
export interface Alone {
  known: Known;
  given: Given;
  answer: Answer;
  departures: readonly Departure[];
  /** Whether the answer is just the one to the day of the time that was asked for. */
  fitsDay: boolean;
  /** Set where the time was refused in the documented form; `answer` is then to one without `Z`. */
  refusedZulu?: Answer;
  /** Whether nothing at all departs. */
  holds: boolean;
}

/** How many values of a filter are weighed, and how many of the best have their turn. */
const [WEIGHED, BEST] = [8, 5];

/** So many rows that a value selects are shown as a whole on a short page. */
const FEW = 8;

/**
 * Asks for one filter alone, once in each version, with a value that keeps out at least one row that is
 * known; the next version takes another value. Inconclusive where the rows have no such value.
 */
export function askedAlone(filter: SettledForm, where: Where): Promise<Alone> {
  const { api, instance } = where;
  return instance.once(`${filter.list} by ${filter.name} in ${api.version}`, async () => {
    const as = filter.filter.forOwners ? api.as('user') : undefined;
    const known = await knownOf(listNamed(filter.list), where, as);
    const value = inTurn(await valuesFor(filter, known, where), where, filter.versions);
    if (value === undefined) {
      return inconclusive(`no two of the ${filter.list} known differ in ${filter.reads.join('.')}`);
    }
    return judged(known, { filter, value });
  });
}

/** Every filter of the version that could be asked for. */
export async function everyAlone(where: Where): Promise<Alone[]> {
  const canSignIn = where.api.signedIn().role === 'user';
  const filters = FILTER_FORMS.filter(
    ({ versions, filter }) =>
      versions.includes(where.api.version) && (canSignIn || !filter.forOwners),
  );
  const settled = await Promise.allSettled(filters.map((each) => askedAlone(each, where)));
  return settled.flatMap((each) => {
    if (each.status === 'fulfilled') return [each.value];
    if (each.reason instanceof Inconclusive) return [];
    throw each.reason;
  });
}

/**
 * Whether what departs of a filter by time comes of going by the day of that time: its own answer and
 * that of the other one, `before` or `since`, are then what the days would select.
 */
export async function isByDay({ holds, given: { filter } }: Alone, where: Where): Promise<boolean> {
  const both = (await everyAlone(where)).filter(
    ({ given }) => given.filter.list === filter.list && given.filter.value === 'time',
  );
  return filter.value === 'time' && !holds && both.every(({ fitsDay }) => fitsDay);
}

/** The same filter in that version; inconclusive where it does not hold, as its own row then says. */
export async function held(filter: SettledForm, where: Where): Promise<Alone> {
  const alone = await askedAlone(filter, where);
  if (!alone.holds) inconclusive(`filter.${filter.list}.${filter.name} does not hold`);
  return alone;
}

/** How what a filter selects is cut into pages is judged with other parameters. */
export function isOfRows({ matter }: Departure): boolean {
  return matter !== 'page' && matter !== 'count';
}

/** The forms in which a version takes the value of the same parameter. */
export function formsOf(
  { list, filter: { parameter } }: Pick<SettledForm, 'list' | 'filter'>,
  version: Version,
): SettledForm[] {
  return FILTER_FORMS.filter(
    (form) =>
      form.list === list && form.filter.parameter === parameter && form.versions.includes(version),
  );
}

/**
 * A page with room for what a value selects of a list that is known as a whole, which of times would be half of
 * it; or else such that the first row that the value keeps out would be on it.
 */
export function queryFor(given: readonly Given[], known: Known): ListQuery {
  const { whole, rows, front } = known;
  const selected = rows.filter((row) => given.some((each) => selectedBy(each, row) !== false));
  const isTime = given.some(({ filter }) => filter.value === 'time');
  const keptOut = front.findIndex((row) => given.some((each) => selectedBy(each, row) === false));
  const isLong = keptOut >= PLAIN.size || (whole && !isTime && selected.length > FEW);
  return { given, size: isLong ? LARGEST_PAGE : PLAIN.size };
}

async function judged(known: Known, given: Given): Promise<Alone> {
  const query = queryFor([given], known);
  const zulu = await ask(known, query);
  const isRefused = given.filter.value === 'time' && zulu.status >= 400;
  const naive = { ...given, value: given.value.replace('Z', '') };
  const answer = isRefused ? await ask(known, { ...query, given: [naive] }) : zulu;
  const all = departures(query, known, answer).filter(isOfRows);
  return {
    known,
    given: isRefused ? naive : given,
    answer,
    departures: await confirmed(known, all),
    fitsDay: goesByDay(given, known, answer, query.size),
    ...(isRefused ? { refusedZulu: zulu } : {}),
    holds: all.length === 0,
  };
}

/**
 * The values of a filter that tell most: such that another value begins with it, which an instance that
 * compares beginnings shows as well; such with characters that are written otherwise in a query; and such
 * that select few rows, which are then all seen. Each keeps out a row that would be shown without it.
 */
async function valuesFor(filter: SettledForm, known: Known, where: Where): Promise<string[]> {
  const own = [...new Set(known.rows.flatMap((row) => ownValue(filter, row) ?? []))];
  const isShort = filter.value === 'time' || !known.whole;
  const shown = known.front.slice(0, isShort ? PLAIN.size : LARGEST_PAGE);
  if (filter.value === 'time') {
    const times = timesFor(filter, shown);
    return times.length > 0 ? times : timesFor(filter, known.front);
  }
  // That letters are told apart is a matter of its own.
  const hasTwin = (value: string) =>
    own.some((other) => other !== value && other.toLowerCase() === value.toLowerCase());
  const step = Math.max(1, Math.floor(own.length / WEIGHED));
  const begun = own.filter((value) =>
    own.some((other) => other !== value && other.startsWith(beginningOf(value))),
  );
  const odd = own.filter((value) => /[^\w.@-]/.test(value));
  const spread = own.filter((_, index) => index % step === 0);
  const values = new Set([...begun.slice(0, WEIGHED), ...odd.slice(0, WEIGHED), ...spread]);
  const weighed = [...values].flatMap((value) => {
    const isKeptOut = shown.some((row) => selectedBy({ filter, value }, row) === false);
    if (!isKeptOut || hasTwin(value)) return [];
    const selected = known.rows.filter((row) => selectedBy({ filter, value }, row) === true);
    // Events of several categories tell more than those of one.
    const kinds = new Set(selected.map((row) => valueAt(row, 'category'))).size;
    const isShown = selected.length > 1 && selected.length <= FEW;
    return [
      {
        value,
        weight:
          kinds + Number(begun.includes(value)) + 2 * Number(odd.includes(value)) + Number(isShown),
      },
    ];
  });
  const best = weighed.sort((a, b) => b.weight - a.weight).map(({ value }) => value);
  if (best.length > 0 || filter.reads[0] !== 'project') return best.slice(0, BEST);
  // All rows may be of one project: another one then selects none of them.
  return (await valuesOfProjects(filter, where)).filter((value) => !own.includes(value));
}

/** Times between those of the rows that are shown first, so that some are older and some newer. */
function timesFor(filter: SettledForm, shown: readonly Seen[]): string[] {
  const times = [...new Set(shown.flatMap((row) => ownValue(filter, row) ?? []))]
    .sort((a, b) => (timeOf(a) ?? 0) - (timeOf(b) ?? 0))
    .slice(1, -1);
  const step = Math.max(1, Math.floor(times.length / BEST));
  return times.filter((_, index) => index % step === Math.floor(step / 2)).slice(0, BEST);
}

/** What the projects of the instance have in the field that a filter by project reads. */
async function valuesOfProjects(filter: SettledForm, { api }: Where): Promise<string[]> {
  const ofProject = { ...filter, reads: filter.reads.slice(1) };
  const projects = await firstRows(api, 'projects/');
  return projects.flatMap((row) => ownValue(ofProject, row) ?? []);
}

/** Of an address the part before the `@`: writer1@ begins as writer10@ does. */
function beginningOf(value: string): string {
  return value.replace(/(.)@.*$/s, '$1');
}
