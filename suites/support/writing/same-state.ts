import { isObject } from '../../../harness/place.js';
import { sameValue } from '../../../harness/same-value.js';
import { timeOf } from '../timestamp.js';

/**
 * Whether two responses show the same state of an object, or of a part of one. How a moment is written, and whether a
 * blank value is null or an empty text (docs/verdicts.md B-13), have requirements of their own; so has the order of the
 * patches of a bundle, and that of `maintainers` is not specified.
 */
export function sameState(one: unknown, other: unknown): boolean {
  return sameValue(comparable(one), comparable(other));
}

function comparable(value: unknown): unknown {
  if (value === '') return null;
  if (Array.isArray(value)) {
    const items = value.map(comparable);
    const ids = items.map((item) => (isObject(item) ? item.id : item));
    if (!ids.every((id) => Number.isInteger(id))) return items;
    return items.toSorted(
      (a, b) => Number(isObject(a) ? a.id : a) - Number(isObject(b) ? b.id : b),
    );
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(([name, inner]) => [name, comparable(inner)]);
    return Object.fromEntries(members);
  }
  const time = timeOf(value);
  return time === undefined ? value : `second ${Math.floor(time / 1000)}`;
}
