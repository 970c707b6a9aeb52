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
 * the field first or last. Rows of the same key stand by their ids.
 */
export function sortings(rows: readonly Seen[], field: string): Seen[][] {
  const id = (row: Seen) => Number(at(row, 'id').value);
  const standing = [...rows].sort((a, b) => id(a) - id(b));
  const keyed = standing.map((row) => ({ row, key: keyOf(at(row, field).value, field) }));
  const without = keyed.flatMap(({ row, key }) => (key === undefined ? [row] : []));
  const having = keyed.flatMap(({ row, key }) => (key === undefined ? [] : [{ row, key }]));
  return TEXT_ORDERS.flatMap((compare) => {
    const sorted = [...having]
      .sort((a, b) => byNumber(a.key, b.key) ?? compare(a.key, b.key))
      .map(({ row }) => row);
    return [
      [...without, ...sorted],
      [...sorted, ...without],
    ];
  });
}

function byNumber(a: Key, b: Key): number | undefined {
  return typeof a === 'number' && typeof b === 'number' ? a - b : undefined;
}

function keyOf(value: unknown, field: string): Key | undefined {
  if (field === 'date') return timeOf(value);
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}
