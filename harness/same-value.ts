import { isObject } from './place.js';

/** The words that forms and lenient parsers accept for true and false. */
const TRUE = ['true', 't', 'yes', 'y', 'on', '1'];
const FALSE = ['false', 'f', 'no', 'n', 'off', '0'];

/** JSON with sorted object keys, and users in the order of their ids: that of `maintainers` is not specified. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_, inner: unknown) => {
    if (Array.isArray(inner) && inner.every((each) => isObject(each) && 'username' in each)) {
      return inner.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
    }
    if (!isObject(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Whether two JSON values are equal, whatever the order of their keys and of users. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  // A shortcut: equal values mostly have their keys in the same order.
  return JSON.stringify(a) === JSON.stringify(b) || canonical(a) === canonical(b);
}

/**
 * Whether an instance may return `present` for `sent`: trimmed text, null or an empty string for a
 * missing value, numbers and booleans for words.
 */
export function mayBeShownAs(sent: unknown, present: unknown): boolean {
  if (sameValue(sent, present)) return true;
  if (typeof present === 'boolean') {
    return (present ? TRUE : FALSE).includes(String(sent).toLowerCase());
  }
  return plain(sent) === plain(present);
}

/**
 * Whether an instance may have stored `sent` in the form of `present`: as it may be returned, in another case or Unicode
 * form, or cut.
 */
export function mayBeFormOf(sent: unknown, present: unknown): boolean {
  if (mayBeShownAs(sent, present)) return true;
  if (typeof sent !== 'string' || typeof present !== 'string' || present === '') return false;
  const folded = (text: string) => text.normalize('NFKC').trim().toLowerCase();
  return folded(sent).startsWith(folded(present));
}

/** Whether two values are equal; null and an empty text are both blank. */
export function isEqualOrBlank(one: unknown, other: unknown): boolean {
  const isBlank = (value: unknown) => value === null || value === '';
  return sameValue(one, other) || (isBlank(one) && isBlank(other));
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object') return canonical(value);
  return String(value).trim();
}
