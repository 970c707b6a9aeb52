import type { CheckContext } from '../../harness/check-context.js';
import { at, isObject, type Seen } from '../../harness/place.js';
import type { SignedInRole } from '../../harness/role.js';
import type { Version } from '../../specification/versions.js';
import type { Stranger } from './strangers.js';

/** A field that an update may write (SPEC.md, "Resources and their fields"). */
export interface WritableField {
  /** As a body names it; `settings.show_ids` is a member of `settings`. */
  name: string;
  /** What an object shows of it, in the form in which it is sent. */
  shown(object: Seen): unknown;
  /** A value that any sound instance takes and that is not the present one. */
  another(present: unknown, context: CheckContext): unknown;
  /** A value of another type, which cannot be right; absent where none is sent. */
  wrong?: unknown;
}

/** An object that a run may write, and who may do so. */
export interface Subject {
  /** In words: "bundle". */
  what: string;
  /** The heading of SPEC.md that shows its fields. */
  spec: string;
  versions: readonly Version[];
  role: SignedInRole;
  /** Its path below `/api/{v}/`, the same in every version; inconclusive if there is none. */
  path(context: CheckContext): Promise<string>;
  fields: readonly WritableField[];
  /** The names of the fields that are changed by one PATCH each; together they are all of them. */
  changed: readonly (readonly string[])[];
  /** The path of the list that shows it. */
  collection(context: CheckContext): string;
  /** The fields that no body changes. */
  fixed: readonly string[];
  /** Who must not write it. */
  strangers: readonly Stranger[];
}

/** A field whose value is shown just as it is sent. */
export function field(name: string, another: WritableField['another']): WritableField {
  return { name, another, shown: (object) => at(object, ...name.split('.')).value };
}

/** A body that holds a value for each of some fields. */
export function bodyOf(values: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const [outer = name, inner] = name.split('.');
    const held = body[outer];
    if (inner === undefined) body[outer] = value;
    else body[outer] = { ...(isObject(held) ? held : {}), [inner]: value };
  }
  return body;
}

/** The fields that a form can hold without a convention of its own: no members of members. */
export function flatFields({ fields }: Subject): WritableField[] {
  return fields.filter(({ name }) => !name.includes('.'));
}

/** A sound value for every field, other than the one that it has now. */
export async function anotherOfEach(
  context: CheckContext,
  { path, role, fields }: Subject,
): Promise<[name: string, value: unknown][]> {
  const present = await context.api.as(role).object(await path(context));
  return otherValues(context, fields, present);
}

/** A sound value for each of some fields, other than the one that an object shows. */
export async function otherValues(
  context: CheckContext,
  fields: readonly WritableField[],
  present: Seen,
): Promise<[name: string, value: unknown][]> {
  const values: [string, unknown][] = [];
  for (const { name, shown, another } of fields) {
    values.push([name, await another(shown(present), context)]);
  }
  return values;
}
