import { at, type Seen } from '../../harness/place.js';
import { timeOf } from '../conventions/timestamp.js';

type Key = number | string;
type Compare = (a: Key, b: Key) => number;

/**
 * How servers and their databases put text in order: by code point, by lower case, by a language's
 * rules. The specification names none, so rows may follow any of them; numbers are no text.
 */
const TEXT_ORDERS: readonly Compare[] = [
  (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  (a, b) => {
    const [one, other] = [String(a).toLowerCase(), String(b).toLowerCase()];
    return one < other ? -1 : one > other ? 1 : 0;
  },
  ...[true, false].flatMap((ignorePunctuation) =>
    (['base', 'variant'] as const).map((sensitivity): Compare => {
      const collator = new Intl.Collator('en', { ignorePunctuation, sensitivity });
      return (a, b) => collator.compare(String(a), String(b));
    }),
  ),
];

/**
 * Whether rows are in the order that was asked for (`date`, `-id`): undefined if they are, else the
 * index of the first row that is out of order. Rows without the field may stand anywhere.
 */
export function isSorted(rows: readonly Seen[], order: string): number | undefined {
  const descending = order.startsWith('-');
  const field = descending ? order.slice(1) : order;
  const keyed = rows.flatMap((row, index) => {
    const key = keyOf(at(row, field).value, field);
    return key === undefined ? [] : [{ key, index }];
  });
  const breaks = TEXT_ORDERS.map((compare) =>
    keyed.find(({ key }, position) => {
      const before = keyed[position - 1];
      if (before === undefined) return false;
      const rise = byNumber(before.key, key) ?? compare(before.key, key);
      return descending ? rise < 0 : rise > 0;
    }),
  );
  return breaks.some((each) => each === undefined) ? undefined : breaks[0]?.index;
}

/**
 * Some rows in every order that `order` may give them: by each of the orders of text, those without
 * the field first or last. Rows of the same key stand in any order: see `sameKeys`.
 */
export function waysOf(rows: readonly Seen[], order: string): Seen[][] {
  const field = order.replace('-', '');
  const keyed = rows.map((row) => ({ row, key: keyOf(at(row, field).value, field) }));
  const without = keyed.flatMap(({ row, key }) => (key === undefined ? [row] : []));
  const having = keyed.flatMap(({ row, key }) => (key === undefined ? [] : [{ row, key }]));
  return TEXT_ORDERS.flatMap((compare) => {
    const sorted = [...having]
      .sort((a, b) => byNumber(a.key, b.key) ?? compare(a.key, b.key))
      .map(({ row }) => row);
    if (order.startsWith('-')) sorted.reverse();
    return [
      [...without, ...sorted],
      [...sorted, ...without],
    ];
  });
}

/** Whether two rows in turn have the same values in the field of an order. */
export function sameKeys(one: readonly Seen[], other: readonly Seen[], order: string): boolean {
  const field = order.replace('-', '');
  const keys = (rows: readonly Seen[]) =>
    JSON.stringify(rows.map((row) => keyOf(at(row, field).value, field) ?? null));
  return keys(one) === keys(other);
}

/**
 * Which of some rows stand before the last one of a page in that order, whichever of the orders of text
 * the page is in: they must be on it, or on a page before it.
 */
export function beforeTheLast(rows: readonly Seen[], page: readonly Seen[], order: string): Seen[] {
  const field = order.replace('-', '');
  const keyIn = (row: Seen | undefined) => row && keyOf(at(row, field).value, field);
  const end = keyIn(page.at(-1));
  if (end === undefined) return [];
  const isBefore = (key: Key, compare: Compare) => {
    const rise = byNumber(key, end) ?? compare(key, end);
    return order.startsWith('-') ? rise > 0 : rise < 0;
  };
  return rows.filter((row) => {
    const key = keyIn(row);
    return key !== undefined && TEXT_ORDERS.every((compare) => isBefore(key, compare));
  });
}

function byNumber(a: Key, b: Key): number | undefined {
  return typeof a === 'number' && typeof b === 'number' ? a - b : undefined;
}

function keyOf(value: unknown, field: string): Key | undefined {
  if (field === 'date') return timeOf(value);
  // An id that is shown as text is a matter of its form.
  if (field === 'id' && typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}
