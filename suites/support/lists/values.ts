import type { Where } from '../../../harness/check-context.js';
import { Memo } from '../../../harness/memo.js';
import { at, elements, type Seen } from '../../../harness/place.js';
import type { SettledForm } from '../../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../../specification/limits.js';
import { listNamed } from '../../../specification/lists.js';
import { firstRows, GUARDED_COLLECTIONS, idOf } from '../first-rows.js';
import { type KnownItems, knownItems } from '../known-rows.js';
import { readEach } from '../readable.js';
import { type FilterValue, isTelling, ownValue, PLAIN, selectedBy } from './query.js';

/** A value that selects up to this many items fits on a short page. */
const FEW = 8;

/** More than the reasons for which a value is preferred. */
const MOST_PREFERENCES = 3;

/** With how many further words a filter is tried: there are few categories of events and states of checks. */
const MOST_WORDS = 7;

/** The value by which a filter selects an item; undefined if it has none that can be sent. */
export type ValueIn = (row: Seen) => string | undefined;

/** The best value to send with a filter: it excludes an item that is returned without it; undefined if none does. */
export async function valueFor(
  filter: SettledForm,
  known: KnownItems,
  where: Where,
): Promise<string | undefined> {
  if (filter.value === 'time') return timeFor(filter, known);
  const isAmbiguous = await ambiguity(filter, where);
  const own = ownValues(filter, known.rows).filter((value) => !isAmbiguous(value));
  const isUsable = (value: string) =>
    known.front.some((row) => selectedBy({ filter, value }, row) === false) &&
    // Case-sensitivity has a requirement of its own.
    own.every((other) => other === value || other.toLowerCase() !== value.toLowerCase());
  const rankOf = (value: string) => {
    const { length } = known.rows.filter((row) => selectedBy({ filter, value }, row) === true);
    // Characters that are escaped in a query.
    const isOdd = /[^\w.@-]/.test(value);
    // Detects an instance that compares prefixes, and takes writer1@ for writer10@.
    const beginning = value.replace(/@.*/s, '');
    const isBegun = own.some((other) => other !== value && other.startsWith(beginning));
    // The first items of a long list may all be selected: then a long page is requested.
    const isLong = !known.whole && !excludesFirst({ filter, value }, known);
    const isPreferred = Number(isOdd) + Number(isBegun) - MOST_PREFERENCES * Number(isLong);
    return FEW * isPreferred + (length > FEW ? 0 : length);
  };
  const [best] = own
    .filter(isUsable)
    .map((value) => ({ value, rank: rankOf(value) }))
    .sort((a, b) => b.rank - a.rank);
  if (best !== undefined || filter.reads[0] !== 'project') return best?.value;
  // If all items are of one project, another project selects none of them.
  const ofProject = { ...filter, reads: filter.reads.slice(1) };
  const others = ownValues(ofProject, await firstRows(where.api, 'projects/'));
  return others.find((value) => isUsable(value) && !isAmbiguous(value));
}

/** Whether a value excludes one of the items on a short page. */
export function excludesFirst(given: FilterValue, { front }: KnownItems): boolean {
  return front.slice(0, PLAIN.size).some((row) => selectedBy(given, row) === false);
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

/** The other words of items, where a filter takes one of few words; none that differs from another in case only. */
export function otherWords({ filter, value }: FilterValue, rows: readonly Seen[]): FilterValue[] {
  if (filter.value !== 'word') return [];
  const words = ownValues(filter, rows);
  const folded = words.map((word) => word.toLowerCase());
  const isClear = (word: string) =>
    folded.indexOf(word.toLowerCase()) === folded.lastIndexOf(word.toLowerCase());
  return words
    .filter((word) => word !== value && isClear(word) && (filter.words?.includes(word) ?? true))
    .slice(0, MOST_WORDS)
    .map((word) => ({ filter, value: word }));
}

/** The values of a filter that can be read in one way only, and are the same for an authenticated caller. */
export async function clearValues(filter: SettledForm, where: Where): Promise<ValueIn> {
  const isAmbiguous = await ambiguity(filter, where);
  const whole = await wholeAddresses(filter, where);
  return (row) => {
    const value = ownValue(filter, row);
    if (value === undefined || whole?.includes(value) === false) return undefined;
    return isAmbiguous(value) ? undefined : value;
  };
}

/** The e-mail addresses that an authenticated caller sees: others may see a mask (docs/verdicts.md B-38). */
async function wholeAddresses(filter: SettledForm, where: Where): Promise<string[] | undefined> {
  const user = where.api.signedIn();
  if (filter.value !== 'email' || user.role === 'anonymous') return undefined;
  const { rows } = await knownItems(listNamed(filter.list), where, user);
  return ownValues(filter, rows);
}

/** Whether an id is also the name of another object: then docs/api.md does not say which one is selected. */
async function ambiguity(
  { filter, value: kind }: SettledForm,
  where: Where,
): Promise<(value: string) => boolean> {
  const name = filter.forms.find(({ value }) => value === 'name')?.reads.at(-1);
  if (name === undefined || kind !== 'id') return () => false;
  const named = (await namedObjects(where)).map((object) => ({
    id: String(idOf(object)),
    name: at(object, name).value,
  }));
  return (value) => named.some((each) => each.name === value && each.id !== value);
}

const NAMED_OBJECTS = new Memo<Seen[]>();

/** The projects and users that lists show, each perhaps more than once. */
function namedObjects(where: Where): Promise<Seen[]> {
  const { api, instance } = where;
  return instance.once(NAMED_OBJECTS, [api.version], async () => {
    const isGuarded = api.signedIn().role === 'anonymous';
    const paths = ['projects/', 'users/', 'bundles/'].filter(
      (path) => !isGuarded || !GUARDED_COLLECTIONS.includes(path),
    );
    const rows = await readEach(paths, (path) => firstRows(api.unnoted(), path));
    return rows.flatMap((row) => [row, at(row, 'owner'), ...elements(at(row, 'maintainers'))]);
  });
}
