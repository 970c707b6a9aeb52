import { isObject } from '../../harness/place.js';
import { sameValue } from '../../harness/same-value.js';
import { ALL_TABLES, type TableField } from '../../specification/tables.js';
import type { ReturnedObject } from './objects/returned-object.js';

/**
 * Whether a field is rendered the same in every representation of its object. Embedded values
 * depend on the form, and `comments` is often linked without a version.
 */
export function isRendered({ name, type }: TableField): boolean {
  return typeof type !== 'object' && !['id', 'comments'].includes(name);
}

/** Whether a field that both of two representations have differs. */
export function differ(a: unknown, b: unknown): boolean {
  return a !== undefined && b !== undefined && !sameValue(a, b);
}

/** Whether an object is an item of a list or a detail, not embedded in another object. */
export function standsAlone({ table }: ReturnedObject): boolean {
  return /\.(list|listed|detail)$/.test(table.name);
}

/** The parent of a check or a comment, as its URL names it. */
const PARENT = /\/(\d+)\/(?:checks|comments)\/[^/]*\/?$/;

/**
 * The resource and the id of an object. An instance may count checks and comments below each parent, so they have
 * that of their URL as well, and comments without a URL their message id.
 */
export function keyOf({ table: { resource }, value }: ReturnedObject): string {
  const [, parent] = PARENT.exec(String(value.url)) ?? [];
  const below = parent ?? (resource.endsWith('comment') ? value.msgid : undefined);
  return [resource, below, value.id].join(' ');
}

/** One object of each resource and id: one that stands alone if there is one. */
export function oneOfEach(objects: readonly ReturnedObject[]): Map<string, ReturnedObject> {
  const found = new Map<string, ReturnedObject>();
  const ownFirst = [...objects.filter(standsAlone), ...objects];
  for (const object of ownFirst.filter(({ value }) => Number.isInteger(value.id))) {
    if (!found.has(keyOf(object))) found.set(keyOf(object), object);
  }
  return found;
}

/** A value without the API version in its URL, whose base may contain `/api/` as well. */
export function versionless(value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/\/api\/\d+\.\d+\//g, '/api/') : value;
}

const EMAILS: readonly string[] = ALL_TABLES.flatMap(({ fields }) =>
  fields.filter(({ type }) => type === 'email').map(({ name }) => name),
);

/** Whether the field of that name is an e-mail address. */
export function isEmail(name: string): boolean {
  return EMAILS.includes(name);
}

/**
 * A value without e-mail addresses, which anonymous callers may not see (docs/verdicts.md B-38).
 */
export function withoutEmails(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmails);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !isEmail(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutEmails(inner)]));
}
