import type { Version } from '../../specification/versions.js';
import type { Sample } from './samples.js';

/** One field of a sound value, however deep, and the table that docs/api.md lists it in. */
export interface Place {
  readonly path: readonly string[];
  readonly table: string;
  readonly field: string;
}

// Which table an object belongs to follows from the field that holds it.
const TABLE_INSIDE: Readonly<Record<string, string>> = {
  project: 'project.embedded',
  submitter: 'person.embedded',
  maintainers: 'user.embedded',
  owner: 'user.embedded',
  user: 'user.embedded',
  actor: 'user.embedded',
  previous_delegate: 'user.embedded',
  current_delegate: 'user.embedded',
  patch: 'patch.embedded',
  patches: 'patch.embedded',
  series: 'series.embedded',
  cover: 'cover.embedded',
  cover_letter: 'cover.embedded',
  check: 'check.embedded',
  settings: 'user.settings',
};

/** Every place of a sound value. */
export function placesOf({ resource, form, value }: Sample): Place[] {
  return inside(value, `${resource}.${form}`, []);
}

function inside(value: object, table: string, path: readonly string[]): Place[] {
  return Object.entries(value).flatMap(([field, child]: [string, unknown]) => {
    const here = { path: [...path, field], table, field };
    const innerTable =
      field === 'payload' && 'category' in value
        ? `event.payload.${String(value.category)}`
        : TABLE_INSIDE[field];
    if (innerTable === undefined) return [here];
    return [here, ...below(child, innerTable, here.path)];
  });
}

function below(child: unknown, table: string, path: readonly string[]): Place[] {
  if (Array.isArray(child)) {
    return child.flatMap((each, index) => below(each, table, [...path, String(index)]));
  }
  return typeof child === 'object' && child !== null ? inside(child, table, path) : [];
}

/** Whether docs/verdicts.md lets the field be there or not in that version (B-14, B-20, B-22). */
export function isOptional(version: Version, { table, field }: Place): boolean {
  const name = `${table} ${field}`;
  if (name === 'user.detail settings') return true;
  if (/^cover-comment\.\w+ url$/.test(name)) return true;
  return version === '1.0' && /^(project\.\w+ subject_match|cover\.embedded mbox)$/.test(name);
}

/** A copy of the value in which the place is gone, or holds something else. */
export function changed(value: object, path: readonly string[], to?: unknown): unknown {
  const copy: unknown = structuredClone(value);
  let parent: unknown = copy;
  for (const key of path.slice(0, -1)) {
    parent = (parent as Record<string, unknown>)[key];
  }
  const last = path.at(-1) ?? '';
  if (to === undefined) Reflect.deleteProperty(parent as object, last);
  else (parent as Record<string, unknown>)[last] = to;
  return copy;
}

/** The path as a JSON pointer. */
export function pointerTo(path: readonly string[]): string {
  return path.map((key) => `/${key}`).join('');
}
