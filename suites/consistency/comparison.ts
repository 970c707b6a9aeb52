import { kindOf } from '../../harness/expect.js';
import { isObject } from '../../harness/place.js';
import type { TableField } from '../../specification/tables.js';

/** JSON with the members of objects in order, so that their order makes no difference. */
export function canonical(value: unknown): string {
  if (typeof value !== 'object') return JSON.stringify(value);
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Whether two JSON values are the same, whatever the order of their members. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  // Nearly all that are the same have their members in the same order.
  return JSON.stringify(a) === JSON.stringify(b) || canonical(a) === canonical(b);
}

/**
 * Whether a field is rendered the same wherever its object is shown: plain values are; what is
 * embedded depends on the form, and the comments of a cover are often linked without a version.
 */
export function isRendered({ name, type }: TableField): boolean {
  return typeof type !== 'object' && !['id', 'comments'].includes(name);
}

/**
 * Whether two values differ where they should not. A field that only one of them has is a matter of
 * its form, and a value of another kind of types; but text may be blank in one place only.
 */
export function differ(a: unknown, b: unknown): boolean {
  const kinds = [kindOf(a), kindOf(b)];
  const blankText = kinds.includes('null') && kinds.includes('a string');
  return (kinds[0] === kinds[1] || blankText) && !sameValue(a, b);
}

/**
 * Whether a field that may be blank, and that holds an object, is blank in one of two places only.
 * What has no id is no object of its own: that is a matter of types.
 */
export function blankInOne(field: TableField | undefined, a: unknown, b: unknown): boolean {
  if (field === undefined || !field.blank) return false;
  const other = a === null ? b : a;
  return (a === null) !== (b === null) && isObject(other) && Number.isInteger(other.id);
}

/** A value without the version that a link into the API names. */
export function versionless(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/\/api\/(1\.\d\/)?/, '/api/') : value;
}

/** A value without e-mail addresses: those who do not sign in may not be shown them (docs/verdicts.md B-38). */
export function withoutEmails(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmails);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'email');
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutEmails(inner)]));
}
