import type { CheckContext, Where } from '../../../harness/check-context.js';
import type { Answer } from '../../../harness/client/answer.js';
import type { Seen } from '../../../harness/place.js';
import { inconclusive } from '../../../harness/violation.js';
import { FILTER_FORMS, type SettledForm } from '../../../specification/filter-forms.js';
import { REPEATABLE_SINCE, UNITED } from '../../../specification/filters.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { listNamed } from '../../../specification/lists.js';
import { since } from '../../../specification/versions.js';
import { firstRows } from '../first-rows.js';
import { type KnownItems, knownItems, rowsOf } from '../known-rows.js';
import { readEach } from '../readable.js';
import { itemMismatches, type ListMismatch } from './prediction.js';
import {
  ask,
  type FilterValue,
  inWords,
  isTelling,
  type ListQuery,
  ownValue,
  PLAIN,
  selectedBy,
  sizeFor,
} from './query.js';

/** A value that selects up to this many items fits on a short page. */
const FEW = 8;

/** The best value to send with a filter: it excludes an item that is returned without it; undefined if none does. */
export async function valueFor(
  filter: SettledForm,
  known: KnownItems,
  { api }: Where,
): Promise<string | undefined> {
  if (filter.value === 'time') return timeFor(filter, known);
  const own = ownValues(filter, known.rows);
  const shown = known.whole ? known.front : known.front.slice(0, PLAIN.size);
  const isUsable = (value: string) =>
    shown.some((row) => selectedBy({ filter, value }, row) === false) &&
    // Case-sensitivity has a requirement of its own.
    own.every((other) => other === value || other.toLowerCase() !== value.toLowerCase());
  const rankOf = (value: string) => {
    const { length } = known.rows.filter((row) => selectedBy({ filter, value }, row) === true);
    // Characters that are escaped in a query.
    const isOdd = /[^\w.@-]/.test(value);
    // Detects an instance that compares prefixes, and takes writer1@ for writer10@.
    const beginning = value.replace(/@.*/s, '');
    const isBegun = own.some((other) => other !== value && other.startsWith(beginning));
    return FEW * (Number(isOdd) + Number(isBegun)) + (length > FEW ? 0 : length);
  };
  const [best] = own
    .filter(isUsable)
    .map((value) => ({ value, rank: rankOf(value) }))
    .sort((a, b) => b.rank - a.rank);
  if (best !== undefined || filter.reads[0] !== 'project') return best?.value;
  // If all items are of one project, another project selects none of them.
  const ofProject = { ...filter, reads: filter.reads.slice(1) };
  return ownValues(ofProject, await firstRows(api, 'projects/')).find(isUsable);
}

/** A time between those of items, so that one is older and one is newer; one of the first items is preferred. */
function timeFor(filter: SettledForm, known: KnownItems): string | undefined {
  const near = ownValues(filter, known.front.slice(0, PLAIN.size)).sort();
  const times = [...near, ...ownValues(filter, known.front).sort()];
  return times.find((value) =>
    isTelling({ given: [{ filter, value }], size: LARGEST_PAGE }, known),
  );
}

/** The values by which a filter selects some of these items. */
export function ownValues(filter: SettledForm, rows: readonly Seen[]): string[] {
  return [...new Set(rows.flatMap((row) => ownValue(filter, row) ?? []))];
}

/**
 * Filters with two forms of value, id and name, are tried in one form: projects by name, people by
 * id.
 */
const LEFT_OUT = ['project-id', 'submitter-email', 'owner-name', 'user-name', 'public-true'];

/**
 * One form of each parameter, without time filters: a time always selects or excludes some items.
 */
export const ONE_OF_EACH = FILTER_FORMS.filter(
  ({ value, name }) => value !== 'time' && !LEFT_OUT.includes(name),
);

/** One form of each parameter of which both values are selected, in lists that are mostly read whole. */
const UNITING = ONE_OF_EACH.filter(
  ({ filter, list }) => UNITED.includes(filter.parameter) && list !== 'events',
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
  /** Whether there is no mismatch. */
  holds: boolean;
}

/**
 * Requests a list with one filter alone, once per version, with a value that excludes at least one
 * known item. Inconclusive if no item has such a value.
 */
export function requestFilter(filter: SettledForm, where: Where): Promise<SingleFilter> {
  const { api, instance } = where;
  return instance.once(`${filter.list} by ${filter.name} in ${api.version}`, async () => {
    const { known, given } = await chosen(filter, where);
    // An authenticated caller must get the same items: `project` by id is sent by one, by name it is not.
    const isSignedIn = filter.list !== 'bundles' && filter.name === 'project-id';
    const as = isSignedIn ? api.signedIn().unnoted() : known.api;
    const filtered = await askedFor([given], known, as);
    return { ...filtered, given, holds: filtered.listMismatches.length === 0 };
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
  valuesOf: (alone: SingleFilter) => readonly FilterValue[],
): Promise<Filtered[]> {
  const alone = await everyFilter(where, (form) => filters.includes(form));
  const asked = alone
    .filter(({ holds }) => holds)
    .map((each) => ({ known: each.known, given: valuesOf(each) }))
    .filter(({ given }) => given.length > 0)
    .map(({ known, given }) => askedFor(given, known));
  return Promise.all(asked);
}

/** Those parameters, each with several values. */
export async function requestedTwice(where: Where): Promise<Filtered[]> {
  const isTaken = since(REPEATABLE_SINCE).includes(where.api.version);
  return isTaken ? requestWithValues(UNITING, where, severalValues) : [];
}

/** The value that works alone, that of an item that it excludes, and of a third one in the other form. */
function severalValues({ known, given: first }: SingleFilter): FilterValue[] {
  const { list, filter, name } = first.filter;
  const other = FILTER_FORMS.find(
    (form) => form.list === list && form.filter === filter && form.name !== name,
  );
  const given = [first];
  for (const form of [first.filter, other ?? first.filter]) {
    const left = known.rows.filter((row) => given.every((each) => selectedBy(each, row) === false));
    const [value] = left.flatMap((row) => ownValue(form, row) ?? []);
    if (value !== undefined) given.push({ filter: form, value });
  }
  return given.length > 1 ? given : [];
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

/** The value that is sent with a filter alone. */
async function chosen(filter: SettledForm, where: Where) {
  const { api } = where;
  const { forOwners } = filter.filter;
  if (forOwners && api.signedIn().role !== 'user')
    inconclusive(
      'the credentials of the role `user`, who owns the bundles, are not configured or not used',
      'role-missing',
      { role: 'user' },
    );
  const as = forOwners ? api.as('user') : undefined;
  const known = await knownItems(listNamed(filter.list), where, as);
  const value = await valueFor(filter, known, where);
  if (value === undefined) {
    return inconclusive(`no two known items of ${filter.list} differ in ${filter.reads.join('.')}`);
  }
  return { known, given: { filter, value } };
}

/** Requests a list with these filters, as its usual reader by default. */
export async function askedFor(
  given: readonly FilterValue[],
  known: KnownItems,
  as = known.api,
): Promise<Filtered> {
  // The newest items of a long list often have one time: a short page of them would not show what `since` leaves out.
  const isByTime = given.some(({ filter }) => filter.value === 'time');
  const query = { given, size: isByTime ? LARGEST_PAGE : sizeFor(known) };
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
