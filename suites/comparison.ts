import { isObject } from '../harness/place.js';
import type { TableField } from '../schemas/tables.js';

/** JSON with the members of objects in order, so that their order makes no difference. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** Whether two JSON values are the same, whatever the order of their members. */
export function sameValue(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

/**
 * Whether a field is rendered the same wherever its object is shown: plain values are; what is
 * embedded depends on the form, and where a link into the API leads on the version.
 */
export function isRendered({ name, type }: TableField): boolean {
  return typeof type !== 'object' && !['id', 'url', 'comments'].includes(name);
}
