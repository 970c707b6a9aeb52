import { type Answer, named } from '../../harness/client/answer.js';
import { linksTo, parseLinkHeader } from '../../harness/link-header.js';
import { at, type Seen } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import { idOf, type Known, rowsOf } from './list.js';
import { beforeTheLast, isSorted, sameKeys, waysOf } from './ordering.js';
import { inWords, type ListQuery, selects } from './query.js';
import { ownValue, selectedBy } from './selection.js';

/** What an answer can be wrong about. */
export type Matter = 'status' | 'rows' | 'missing' | 'order' | 'page' | 'count';

/** One thing that is not as the model of lists predicts it. */
export interface Departure extends Mismatch {
  matter: Matter;
}

/**
 * What departs in an answer from what a query must show of a list, as far as its rows are known: each
 * row satisfies it and comes once, none is missing, they stand in the order that was asked for, and a
 * page is the slice that its number and size name. Empty where nothing departs.
 */
export function departures(query: ListQuery, known: Known, answer: Answer): Departure[] {
  if (answer.status !== 200 || !Array.isArray(answer.json)) {
    const expected = 'status 200 with a list';
    return [departing('status', answer, expected, answer.status, `expected ${expected}`)];
  }
  const rows = rowsOf(answer);
  const wrong = [...wrongRows(query, known, answer, rows), ...unordered(query, answer, rows)];
  if (wrong.length > 0) return wrong;
  const said = known.rows.map((row) => selects(query, row));
  const expected = known.rows.filter((_, index) => said[index] === true);
  return known.whole && !said.includes('either')
    ? wrongSlice(query, expected, answer, rows)
    : missingRows(query, known, expected, answer, rows);
}

/** Rows that must not be there. */
function wrongRows(
  query: ListQuery,
  known: Known,
  answer: Answer,
  rows: readonly Seen[],
): Departure[] {
  const held = new Set(known.rows.map(idOf));
  const ids = rows.map(idOf);
  // What comes twice in the list that is asked for nothing is a matter of that list.
  const own = known.front.map(idOf);
  const isTwice = new Set(own.filter((id, index) => own.indexOf(id) !== index));
  const wanted = inWords(query);
  return rows.flatMap((row, index) => {
    const id = idOf(row);
    const wrong = (expected: string, why: string) => [
      departing('rows', answer, expected, id, `the row with id ${id} ${why}`, row),
    ];
    if (ids.indexOf(id) !== index && !isTwice.has(id)) return wrong('each row once', 'comes twice');
    if (selects(query, row) === false) {
      return wrong(`only rows with ${wanted}`, `does not satisfy ${wanted}${asShown(query, row)}`);
    }
    const isForeign = known.whole && !held.has(id);
    return isForeign
      ? wrong('rows of the list', 'is not in the list that is asked for nothing')
      : [];
  });
}

/** What a row has in the fields by which it is not selected. */
function asShown({ given, term }: ListQuery, row: Seen): string {
  const unmet = given.filter((each) => selectedBy(each, row) === false);
  const own = unmet.map(({ filter, value }) => {
    const shown = ownValue(filter, row) ?? 'nothing such';
    return `${filter.reads.join('.')} is ${shown}, not ${value}`;
  });
  const unfound = term?.selects(row) === false ? [`it has nothing of ${term.word}`] : [];
  return [...own, ...unfound].map((each) => `: ${each}`).join('');
}

function unordered({ order }: ListQuery, answer: Answer, rows: readonly Seen[]): Departure[] {
  const index = order === undefined ? undefined : isSorted(rows, order);
  const [one, other] = index === undefined ? [] : [rows[index - 1], rows[index]];
  if (order === undefined || one === undefined || other === undefined) return [];
  const field = order.replace('-', '');
  const bound = order.startsWith('-') ? 'at most' : 'at least';
  const expected = `${bound} the ${field} of the row before it, ${JSON.stringify(at(one, field).value)}`;
  return [
    departing('order', answer, expected, at(other, field).value, 'a row is out of order', other),
  ];
}

/** What a page shows of a list that is known as a whole: the rows of its slice, and how many pages there are. */
function wrongSlice(
  query: ListQuery,
  all: readonly Seen[],
  answer: Answer,
  rows: readonly Seen[],
): Departure[] {
  const { order, page = 1, size } = query;
  const sliced = (of: readonly Seen[]) => of.slice((page - 1) * size, page * size);
  const shown = new Set(rows.map(idOf));
  const [absent] = all.filter((row) => !shown.has(idOf(row)));
  if (all.length <= size && page === 1) {
    return absent === undefined ? [] : [isMissing(absent, query, answer, rows)];
  }
  const isSlice =
    order === undefined
      ? sameIds(sliced(all), rows)
      : waysOf(all, order).some((way) => sameKeys(sliced(way), rows, order));
  if (!isSlice) {
    const ids = sliced(all).map(idOf).join(', ');
    const expected = `the rows ${order === undefined ? ids : `of page ${page}, by ${order}`}`;
    const message = `page ${page} of ${inWords(query)} is another one`;
    return [departing('page', answer, expected, rows.map(idOf), message)];
  }
  return wrongLast(answer, Math.ceil(all.length / size), `${all.length} rows on pages of ${size}`);
}

/** A `last` that leads to another page than the last one; that it is missing is a matter of its own. */
function wrongLast(answer: Answer, pages: number, why: string): Departure[] {
  const [last] = linksTo(parseLinkHeader(answer.headers.link, answer.url), 'last');
  const number = last && new URL(last.target).searchParams.get('page');
  if (!number || Number(number) === pages) return [];
  return [departing('count', answer, `\`last\` to be page ${pages}`, number, why)];
}

/** Rows that must be there, of a list of which a part is known. */
function missingRows(
  query: ListQuery,
  { front }: Known,
  selected: readonly Seen[],
  answer: Answer,
  rows: readonly Seen[],
): Departure[] {
  const { order, page = 1, size } = query;
  const next = linksTo(parseLinkHeader(answer.headers.link, answer.url), 'next');
  const isCut = rows.length >= size || next.length > 0;
  if (!isCut && rows.length > 0) {
    const wrong = wrongLast(answer, page, 'no page follows');
    if (wrong.length > 0) return wrong;
  }
  if (page !== 1) return [];
  const beforeTheEnd = () =>
    order === undefined
      ? beforeTheShown(selected, front, rows)
      : beforeTheLast(selected, rows, order);
  const shown = new Set(rows.map(idOf));
  const [first] = (isCut ? beforeTheEnd() : selected).filter((row) => !shown.has(idOf(row)));
  return first === undefined ? [] : [isMissing(first, query, answer, rows)];
}

/** Which of the first rows must be on a page that is cut: those before one that is, in the list's own order. */
function beforeTheShown(
  expected: readonly Seen[],
  front: readonly Seen[],
  rows: readonly Seen[],
): Seen[] {
  const places = new Map(front.map((row, index) => [idOf(row), index]));
  const shown = rows.map((row) => places.get(idOf(row)) ?? front.length);
  // That what is selected keeps the order of the list is a matter of its own.
  if (shown.some((place, index) => place < (shown[index - 1] ?? 0))) return [];
  const end = shown.at(-1) ?? 0;
  return expected.filter((row) => (places.get(idOf(row)) ?? end) < end);
}

function isMissing(row: Seen, query: ListQuery, answer: Answer, rows: readonly Seen[]): Departure {
  const id = idOf(row);
  const why = `id ${id} is missing, which the list shows with ${inWords(query)}`;
  return departing('missing', answer, `a row with id ${id}`, rows.map(idOf), why);
}

function departing(
  matter: Matter,
  answer: Answer,
  expected: string,
  received: unknown,
  why: string,
  row?: Seen,
): Departure {
  const message = `${named(answer)}: ${why}${matter === 'status' ? `, got ${answer.status}` : ''}`;
  return {
    matter,
    message,
    pointer: row?.at.pointer ?? '',
    expected,
    received,
    exchange: answer.exchange,
  };
}

function sameIds(one: readonly Seen[], other: readonly Seen[]): boolean {
  return JSON.stringify(one.map(idOf)) === JSON.stringify(other.map(idOf));
}
