import { type Seen, valueAt } from '../../../harness/place.js';
import { timeOf } from '../timestamp.js';

/** Compares two items in an order: 0 if they may stand either way. */
export type Comparison = (one: Seen, other: Seen) => number;

const byCodeUnit = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/**
 * The ways in which servers and databases sort text: by code unit, by lower case, by the rules of a
 * language. The specification names none, so any of them is accepted.
 */
const TEXT_ORDERS = [
  byCodeUnit,
  (one: string, other: string) => byCodeUnit(one.toLowerCase(), other.toLowerCase()),
  ...[true, false].flatMap((ignorePunctuation) =>
    (['base', 'variant'] as const).map(
      (sensitivity) => new Intl.Collator('en', { ignorePunctuation, sensitivity }).compare,
    ),
  ),
];

/** The field of an order: `date` for `-date`. */
export function fieldOf(order: string): string {
  return order.replace(/^-/, '');
}

/**
 * The accepted comparisons for an order (`date`, `-id`): each way of sorting text, with items that
 * lack the field first or last.
 */
export function comparisonsOf(order: string): Comparison[] {
  const sign = order.startsWith('-') ? -1 : 1;
  return TEXT_ORDERS.flatMap((compare) =>
    [-1, 1].map(
      (first): Comparison =>
        (one, other) => {
          const [a, b] = [keyOf(one, order), keyOf(other, order)];
          if (a === undefined || b === undefined)
            return a === b ? 0 : a === undefined ? first : -first;
          const isNumbers = typeof a === 'number' && typeof b === 'number';
          return sign * (isNumbers ? a - b : compare(String(a), String(b)));
        },
    ),
  );
}

/**
 * Undefined if items are in the given order, otherwise the index of the first item out of order.
 * Items without the field may stand anywhere.
 */
export function isSorted(rows: readonly Seen[], order: string): number | undefined {
  const keyed = rows.filter((row) => keyOf(row, order) !== undefined);
  const breaks = comparisonsOf(order).map((compare) => firstBreak(keyed, compare));
  const [first] = breaks;
  return first === undefined || breaks.includes(undefined) ? undefined : rows.indexOf(first);
}

/** The first item that must not follow its predecessor. */
export function firstBreak(rows: readonly Seen[], compare: Comparison): Seen | undefined {
  return rows.find((row, index) => {
    const before = rows[index - 1];
    return before !== undefined && compare(before, row) > 0;
  });
}

function keyOf(row: Seen, order: string): number | string | undefined {
  const field = fieldOf(order);
  const value = valueAt(row, field);
  if (field === 'date') return timeOf(value);
  // An id of a wrong type has a requirement of its own.
  if (field === 'id' && typeof value === 'string' && /^\d+$/.test(value)) return Number(value);
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}
