import { kindOf } from '../../harness/expect.js';
import { isObject } from '../../harness/place.js';
import type { TableField } from '../../specification/tables.js';

/** JSON with sorted object keys. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Whether two JSON values are equal, whatever the order of their keys. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  // A shortcut: equal values mostly have their keys in the same order.
  return JSON.stringify(a) === JSON.stringify(b) || canonical(a) === canonical(b);
}

/**
 * Whether a field is rendered the same in every representation of its object. Embedded values
 * depend on the form, and `comments` is often linked without a version.
 */
export function isRendered({ name, type }: TableField): boolean {
  return typeof type !== 'object' && !['id', 'comments'].includes(name);
}

/**
 * Whether two values contradict each other. A field that only one of them has, or a wrong type, has
 * a requirement of its own; a string may be blank in one place only.
 */
export function differ(a: unknown, b: unknown): boolean {
  const kinds = [kindOf(a), kindOf(b)];
  const blankText = kinds.includes('null') && kinds.includes('a string');
  return (kinds[0] === kinds[1] || blankText) && !sameValue(a, b);
}

/**
 * Whether an object that may be blank is null in only one of two places. An object without an id is
 * a wrong type, which has a requirement of its own.
 */
export function blankInOne(field: TableField | undefined, a: unknown, b: unknown): boolean {
  if (field === undefined || !field.blank) return false;
  const other = a === null ? b : a;
  return (a === null) !== (b === null) && isObject(other) && Number.isInteger(other.id);
}

/** A value without the API version in its URL. */
export function versionless(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\/api\/(1\.\d\/)?/, '/api/') : value;
}

/**
 * A value without e-mail addresses, which anonymous callers may not see (docs/verdicts.md B-38).
 */
export function withoutEmails(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmails);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'email');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutEmails(inner)]));
}
