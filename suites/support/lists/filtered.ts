import type { Api } from '../../../harness/api.js';
import type { CheckContext, Where } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import { Memo } from '../../../harness/memo.js';
import { inconclusive } from '../../../harness/violation.js';
import { FILTER_FORMS, type SettledForm } from '../../../specification/filter-forms.js';
import { REPEATABLE_SINCE, UNITED } from '../../../specification/filters.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { listNamed } from '../../../specification/lists.js';
import { since } from '../../../specification/versions.js';
import { type KnownItems, knownItems, rowsOf } from '../known-rows.js';
import { readEach } from '../readable.js';
import { eventsOfCategories } from './events-of-categories.js';
import { itemMismatches, type ListMismatch } from './prediction.js';
import {
  ask,
  type FilterValue,
  inWords,
  isTelling,
  type ListQuery,
  selectedBy,
  sizeFor,
} from './query.js';
import { clearValues, excludesFirst, otherWords, ownValues, valueFor } from './values.js';

/**
 * One form of each parameter, without time filters: a time always selects or excludes some items.
 */
export const ONE_OF_EACH = FILTER_FORMS.filter(
  ({ value, isOther }) => value !== 'time' && !isOther,
);

/** One form of each parameter of which both values are selected. */
const UNITING = ONE_OF_EACH.filter(({ filter }) => UNITED.includes(filter.parameter));

/** One form of each other parameter. */
const NOT_UNITING = FILTER_FORMS.filter(
  ({ filter, isOther }) => !UNITED.includes(filter.parameter) && !isOther,
);

/** Why a requirement on several filters is inconclusive. */
const NONE_TESTED = 'no filter selects some of the known items';

/** A list requested with filters only. */
export interface Filtered {
  known: KnownItems;
  query: ListQuery;
  answer: Answer;
  /** The mismatches of its items. */
  listMismatches: readonly ListMismatch[];
  /** Whether an answer without mismatches proves something. */
  isTelling: boolean;
}

/** A list requested with a single filter. */
export interface SingleFilter extends Filtered {
  given: FilterValue;
  /** The list with each other word that an item has, where the filter takes one of few words. */
  others: readonly Filtered[];
  /** Whether there is no mismatch, with any of these. */
  holds: boolean;
}

const BY_FILTER = new Memo<SingleFilter>();

/**
 * Requests a list with one filter alone, once per version, with a value that excludes at least one
 * known item. Inconclusive if no item has such a value.
 */
export function requestFilter(filter: SettledForm, where: Where): Promise<SingleFilter> {
  const { api, instance } = where;
  return instance.once(BY_FILTER, [filter.list, filter.name, api.version], async () => {
    const { known, given } = await chosen(filter, where);
    const filtered = await askedFor([given], known);
    const words = otherWords(given, known.rows).map((each) => askedFor([each], known));
    const others = await Promise.all(words);
    const holds = [filtered, ...others].every((each) => each.listMismatches.length === 0);
    return { ...filtered, given, others, holds };
  });
}

/** Every filter of the version that could be tested alone, or those that are wanted. */
export async function everyFilter(
  where: Where,
  isWanted: (form: SettledForm) => boolean = () => true,
): Promise<SingleFilter[]> {
  const forms = FILTER_FORMS.filter(({ versions }) => versions.includes(where.api.version));
  return readEach(forms.filter(isWanted), async (form) => [await requestFilter(form, where)]);
}

/**
 * Requests lists with filters and values derived from the value that was tested alone. Leaves out
 * filters that fail alone, which have requirements of their own.
 */
export async function requestWithValues(
  filters: readonly SettledForm[],
  where: Where,
  valuesOf: (alone: SingleFilter) => readonly FilterValue[] | Promise<readonly FilterValue[]>,
): Promise<Filtered[]> {
  const alone = await everyFilter(where, (form) => filters.includes(form));
  const asked = alone
    .filter(({ holds }) => holds)
    .map(async (each) => {
      const given = await valuesOf(each);
      return given.length > 0 ? [await askedFor(given, each.known)] : [];
    });
  return (await Promise.all(asked)).flat();
}

/** The parameters whose values are united, each with several values. */
export async function requestedTwice(where: Where): Promise<Filtered[]> {
  if (!since(REPEATABLE_SINCE).includes(where.api.version)) return [];
  return requestWithValues(UNITING, where, (alone) => severalValues(alone, where));
}

/**
 * The other parameters, each with two values, which may be equal; `before` and `since` of a list, which read a time
 * alike, in one request.
 */
export async function othersTwice(where: Where): Promise<Filtered[]> {
  const alone = await everyFilter(where, (form) => NOT_UNITING.includes(form));
  const requests = new Map<string, SingleFilter[]>();
  for (const each of alone.filter(({ holds }) => holds)) {
    const { list, name, value } = each.given.filter;
    const key = `${list} ${value === 'time' ? 'time' : name}`;
    requests.set(key, [...(requests.get(key) ?? []), each]);
  }
  const asked = [...requests.values()].map((each) =>
    each.slice(0, 1).map(({ known }) => askedFor(each.flatMap(twoValues), known)),
  );
  return Promise.all(asked.flat());
}

/** The value that works alone and another one, if an item has another. */
function twoValues({ known, given }: SingleFilter): FilterValue[] {
  const { filter } = given;
  const forms = formsOf(filter).filter(({ name, only }) => name === filter.name || only);
  const values = forms.flatMap((form) => ownValues(form, known.rows));
  const other = values.find((value) => value !== given.value) ?? given.value;
  return [given, { filter, value: other }];
}

/** The value that works alone, that of an item that it excludes, and of a third one in the other form. */
async function severalValues(
  { known, given: first }: SingleFilter,
  where: Where,
): Promise<FilterValue[]> {
  const other = formsOf(first.filter).find(({ name }) => name !== first.filter.name);
  const given = [first];
  for (const form of [first.filter, other ?? first.filter]) {
    const valueIn = await clearValues(form, where);
    const left = known.rows.filter((row) => given.every((each) => selectedBy(each, row) === false));
    const [value] = left.flatMap((row) => valueIn(row) ?? []);
    if (value !== undefined) given.push({ filter: form, value });
  }
  return given.length > 1 ? given : [];
}

/** The forms of the values of a filter. */
function formsOf({ list, filter }: SettledForm): SettledForm[] {
  return FILTER_FORMS.filter((form) => form.list === list && form.filter === filter);
}

/** Fails if a mismatch counts. */
export function expectHeld<T extends Filtered>(
  { api, expect }: CheckContext,
  asked: readonly T[],
  counts: (mismatch: ListMismatch, asked: T) => boolean = () => true,
): void {
  if (asked.length === 0) inconclusive(NONE_TESTED);
  for (const { answer } of asked) api.note(answer);
  expect.none(
    asked.flatMap((each) => each.listMismatches.filter((mismatch) => counts(mismatch, each))),
    asked.flatMap(({ answer }) => rowsOf(answer)).length + asked.length,
  );
}

/**
 * Fails likewise. Inconclusive if each answer would be the same without its filters, or empty with any: then the
 * pass would prove nothing.
 */
export function expectSelected(context: CheckContext, asked: readonly Filtered[]): void {
  expectHeld(context, asked);
  if (asked.some((each) => each.isTelling)) return;
  const queries = asked.map(({ query, known }) => `${inWords(query)} of ${known.path}`);
  inconclusive(`no known item is selected, or none is excluded, by ${queries.join(' or ')}`);
}

/** The value that is sent with a filter alone, and the items that its caller knows. */
async function chosen(filter: SettledForm, where: Where) {
  for (const as of callersOf(filter, where)) {
    const known = await knownItems(listNamed(filter.list), where, as);
    const value = await valueFor(filter, known, where);
    if (value !== undefined) return { known, given: { filter, value } };
    for (const events of await eventsOfCategories(filter, known)) {
      const differing = await valueFor(filter, events, where);
      if (differing !== undefined) return { known: events, given: { filter, value: differing } };
    }
  }
  return inconclusive(`no two known items of ${filter.list} differ in ${filter.reads.join('.')}`);
}

/**
 * Who sends a filter alone: the next caller if no item that the one before sees has a value that can be sent, such as
 * an e-mail address that anonymous callers do not see (docs/verdicts.md B-38). By default the usual reader of the list.
 */
function callersOf(
  { filter, list, name, value }: SettledForm,
  { api }: Where,
): (Api | undefined)[] {
  const user = api.signedIn();
  if (filter.forOwners) {
    if (user.role === 'user') return [user];
    return inconclusive(
      'the credentials of the role `user`, who owns the bundles, are not configured or not used',
      'role-missing',
      { role: 'user' },
    );
  }
  if (user.role === 'anonymous') return [undefined];
  // Filters must also work for an authenticated caller, who may see whole e-mail addresses where others see a mask.
  const isFirst = name === 'project-id' || value === 'email';
  return list !== 'bundles' && isFirst ? [user, undefined] : [undefined, user];
}

/** Requests a list with these filters, by default as the caller who knows its items. */
export async function askedFor(
  filters: readonly FilterValue[],
  known: KnownItems,
  as = known.api,
): Promise<Filtered> {
  const given = [...(known.within ?? []), ...filters];
  // The newest items of a long list often have one time, or one project: a short page would not show what is excluded.
  const isShort = given.every((each) => each.filter.value !== 'time' && excludesFirst(each, known));
  const query = { given, size: isShort ? sizeFor(known) : LARGEST_PAGE };
  const answer = await ask(known, query, as);
  return {
    known,
    query,
    answer,
    listMismatches: itemMismatches(query, known, answer),
    // What it selects may be too old to be known otherwise.
    isTelling: isTelling(query, { ...known, rows: [...known.rows, ...rowsOf(answer)] }),
  };
}
