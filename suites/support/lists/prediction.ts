import { type Answer, named } from '../../../harness/client/answer.js';
import { type Seen, valueAt } from '../../../harness/place.js';
import type { Mismatch } from '../../../harness/violation.js';
import { hasNext, idOf, lastPageOf } from '../first-rows.js';
import { type KnownItems, repeated, rowsOf } from '../known-rows.js';
import { type Comparison, comparisonsOf, fieldOf, firstBreak, isSorted } from './ordering.js';
import { inWords, type ListQuery, selectedBy, selects, shownValue } from './query.js';

/** The aspect of a response that can be wrong. */
export type MismatchKind = 'status' | 'rows' | 'missing' | 'order' | 'page' | 'count';

/** A mismatch with the predicted list. */
export interface ListMismatch extends Mismatch {
  kind: MismatchKind;
}

/** A response to a query, and the known items of the list. */
interface Asked {
  query: ListQuery;
  known: KnownItems;
  answer: Answer;
  rows: readonly Seen[];
  /** The known items that the query selects, and whether these are all. */
  selected: readonly Seen[];
  isAll: boolean;
}

/**
 * Returns the mismatches of a response with the prediction for a query, as far as the items of the
 * list are known: each item matches and occurs once, none is missing, they are in the requested
 * order, and a page is the slice given by its number and size.
 */
export function listMismatches(
  query: ListQuery,
  known: KnownItems,
  answer: Answer,
): ListMismatch[] {
  if (answer.status !== 200 || !Array.isArray(answer.json)) {
    const expected = 'status 200 with a list';
    return [toMismatch('status', answer, expected, answer.status, `expected ${expected}`)];
  }
  const said = known.rows.map((row) => selects(query, row));
  const selected = known.rows.filter((_, index) => said[index] === true);
  const isAll = known.whole && !said.includes('either');
  const asked = { query, known, answer, rows: rowsOf(answer), selected, isAll };
  // The first kind of mismatch explains the others.
  for (const wrong of [wrongRows, missingRow, outOfOrder, wrongSlice, wrongLast]) {
    const found = wrong(asked);
    if (found.length > 0) return found;
  }
  return [];
}

/** The same, of the items only: the numbers of pages are checked with other parameters. */
export function itemMismatches(
  query: ListQuery,
  known: KnownItems,
  answer: Answer,
): ListMismatch[] {
  const wrong = listMismatches(query, known, answer);
  return wrong.filter(({ kind }) => kind !== 'page' && kind !== 'count');
}

/** The first item that must not be in the response, and how many there are. */
function wrongRows({ query, known, answer, rows }: Asked): ListMismatch[] {
  const held = new Set(known.rows.map(idOf));
  // Duplicates in the plain list have a requirement of their own.
  const own = new Set(repeated(known.front).map(idOf));
  const twice = new Set(repeated(rows).filter((row) => !own.has(idOf(row))));
  const wanted = inWords(query);
  const whyNot = (row: Seen) => {
    if (twice.has(row)) return 'occurs twice';
    if (selects(query, row) === false)
      return `does not match ${wanted}${firstContaining(query, row)}`;
    const isForeign = known.whole && !held.has(idOf(row));
    return isForeign ? 'is not in the plain list' : undefined;
  };
  const wrong = rows.filter((row) => whyNot(row) !== undefined);
  return wrong.slice(0, 1).map((row) => {
    const id = idOf(row);
    const expected = `${wanted}: each matching item once, and no other`;
    const more = wrong.length > 1 ? ` (and ${wrong.length - 1} more items are wrong)` : '';
    const why = `the item with id ${id} ${whyNot(row)}${more}`;
    return toMismatch('rows', answer, expected, id, why, row);
  });
}

/** What a filter wants of the value that it reads. */
const WANTED = { equal: '', older: 'before ', 'not-older': 'from ' } as const;

/** The values of the fields by which an item does not match. */
function firstContaining({ given, term }: ListQuery, row: Seen): string {
  const unmet = given.filter((each) => selectedBy(each, row) === false);
  const own = unmet.map(({ filter, value }) => {
    const shown = shownValue(filter, row);
    const field = filter.reads.join('.');
    if (shown === undefined) return `: ${value} is no value that ${field} has`;
    return `: ${field} is ${shown}, not ${WANTED[filter.selects ?? 'equal']}${value}`;
  });
  const isUnfound = term?.selects(row) === false;
  return own.join('') + (isUnfound ? `: it does not contain ${term.word}` : '');
}

/**
 * The first selected item that is missing on the first page: any item or, if more pages follow, one
 * that belongs before the last item of the page.
 */
function missingRow(asked: Asked): ListMismatch[] {
  const { query, known, answer, rows, selected, isAll } = asked;
  if ((query.page ?? 1) > 1) return [];
  const hasRoom = !isCut(asked) || (isAll && selected.length <= query.size);
  const ways = waysOf(query, known);
  // That selected items are in list order has a requirement of its own.
  const isOrdered = ways.some((way) => firstBreak(rows, way) === undefined);
  const isDue = (row: Seen) =>
    hasRoom || (isOrdered && ways.every((way) => way(row, rows.at(-1) ?? row) < 0));
  const shown = new Set(rows.map(idOf));
  const missing = selected.find((row) => !shown.has(idOf(row)) && isDue(row));
  if (missing === undefined) return [];
  const id = idOf(missing);
  const why = `id ${id} is missing, although it is in the list and matches ${inWords(query)}`;
  return [toMismatch('missing', answer, `an item with id ${id}`, rows.map(idOf), why)];
}

/** Whether items follow a page, as far as the response shows. */
function isCut({ query, answer, rows }: Asked): boolean {
  return rows.length >= query.size || hasNext(answer);
}

/** The accepted comparisons for a query; without `order`, the order of the plain list. */
function waysOf({ order }: ListQuery, { front }: KnownItems): Comparison[] {
  if (order !== undefined) return comparisonsOf(order);
  const places = new Map(front.map((row, index) => [idOf(row), index]));
  const placeOf = (row: Seen) => places.get(idOf(row)) ?? front.length;
  return [(one, other) => placeOf(one) - placeOf(other)];
}

function outOfOrder({ query: { order }, answer, rows }: Asked): ListMismatch[] {
  const index = order === undefined ? undefined : isSorted(rows, order);
  const [one, other] = index === undefined ? [] : [rows[index - 1], rows[index]];
  if (order === undefined || one === undefined || other === undefined) return [];
  const field = fieldOf(order);
  const bound = order.startsWith('-') ? 'at most' : 'at least';
  const expected = `${bound} the ${field} of the item before it, ${JSON.stringify(valueAt(one, field))}`;
  return [
    toMismatch('order', answer, expected, valueAt(other, field), 'an item is out of order', other),
  ];
}

/** A page that is the wrong slice of the selected items, if all of these are known. */
function wrongSlice({ query, known, answer, rows, selected, isAll }: Asked): ListMismatch[] {
  const { page = 1, size } = query;
  if (!isAll || (page === 1 && selected.length <= size)) return [];
  const ways = waysOf(query, known);
  const slices = ways.map((way) => [...selected].sort(way).slice((page - 1) * size, page * size));
  const isSlice = slices.some(
    (slice, index) =>
      slice.length === rows.length &&
      slice.every((row, place) => ways[index]?.(row, rows[place] ?? row) === 0),
  );
  if (isSlice) return [];
  const expected = `the items with the ids ${slices[0]?.map(idOf).join(', ')}`;
  const message = `page ${page} of ${inWords(query)} has other items`;
  return [toMismatch('page', answer, expected, rows.map(idOf), message)];
}

/** A `last` that leads to another page; a missing `last` has a requirement of its own. */
function wrongLast(asked: Asked): ListMismatch[] {
  const { query, answer, rows, selected, isAll } = asked;
  const { page = 1, size } = query;
  const count = selected.length;
  if (!isAll && (isCut(asked) || rows.length === 0)) return [];
  const [pages, why] = isAll
    ? [Math.ceil(count / size) || 1, `${count} items on pages of ${size}`]
    : [page, 'no page follows'];
  const number = lastPageOf(answer);
  if (number === undefined || number === pages) return [];
  return [toMismatch('count', answer, `\`last\` to be page ${pages}`, number, why)];
}

function toMismatch(
  kind: MismatchKind,
  answer: Answer,
  expected: string,
  received: unknown,
  why: string,
  row?: Seen,
): ListMismatch {
  const message = `${named(answer)}: ${why}${kind === 'status' ? `, got ${answer.status}` : ''}`;
  return {
    kind,
    message,
    pointer: row?.at.pointer ?? '',
    expected,
    received,
    exchange: answer.exchange,
  };
}
