import type { Version } from './versions.js';

/** Every kind of object that docs/api.md gives fields for ("Resources and their fields", "Errors"). */
export const RESOURCES = [
  'root',
  'project',
  'user',
  'person',
  'patch',
  'bundle',
  'cover',
  'cover-comment',
  'patch-comment',
  'series',
  'check',
  'event',
  'error',
] as const;

/** The name of one kind of object. */
export type ResourceName = (typeof RESOURCES)[number];

/**
 * Where an object is met: as one element of a list, as an answer of its own, or inside another
 * object (docs/api.md, "Conventions").
 */
export type Form = 'list' | 'detail' | 'embedded';

/**
 * What a field holds.
 *
 * `url` is made by the machine and has to be absolute; `url-by-hand` was typed in by somebody, is
 * any text here, and its syntax is a requirement of its own. `date` is an ISO 8601 date-time of
 * which neither the zone nor a fraction is judged (B-15). `one` and `many` are the embedded form
 * of a resource and an array of it. `part` is an object whose fields are declared in `parts` of
 * the same source; `partsBy` is an object whose part is named by its own field's name, a dot and
 * the value of another field.
 */
export type FieldType =
  | 'integer'
  | 'boolean'
  | 'text'
  | 'url'
  | 'url-by-hand'
  | 'email'
  | 'date'
  | 'headers'
  | { readonly one: ResourceName }
  | { readonly many: ResourceName }
  | { readonly part: string }
  | { readonly partsBy: string };

/** From which version on a field may be there, and from which it has to be. */
export interface Gate {
  /** The version that adds the field; in older ones it is premature (B-6). 1.0 if not said. */
  readonly since?: Version;
  /** Where docs/verdicts.md lets it be there or not before this version. The same as `since` if not said. */
  readonly required?: Version | 'never';
}

/** A second documented rendering of a field, accepted up to a version (B-16, B-17). */
export interface OtherRendering {
  readonly type: 'string' | 'array of strings';
  readonly until: Version;
}

/** Whether a write makes an object or changes one. */
export type WriteAction = 'create' | 'update';

/**
 * What a body may give a field. `most` is the number of characters that every release keeps;
 * `hazardous` is the number that the newest releases keep. A `name` tells an object from the others
 * of its kind; a `label` has letters, digits, `_` and `-` only; a `url-template` ends in the braces
 * that stand for what is filled in.
 */
export type WrittenValue =
  | { readonly kind: 'name'; readonly most: number }
  | { readonly kind: 'text' | 'url'; readonly most: number; readonly hazardous: number }
  | { readonly kind: 'number'; readonly from: number; readonly to: number }
  | { readonly kind: 'flag' | 'label' | 'url-template' | 'state' | 'patch-ids' };

/** A value that can be written, and when. */
export type Writable = WrittenValue & {
  /** The version from which on it can be written, where that is neither 1.2 nor that of the field. */
  readonly since?: Version;
  /** The writes that take it, where those are not all writes of the resource. */
  readonly on?: readonly WriteAction[];
};

/** Who may write the objects of a resource, and how (docs/api.md, "Endpoint table"). */
export interface Writes {
  /** `user` is the owner of a bundle, and the user itself; `maintainer` is one of the project. */
  readonly by: 'user' | 'maintainer';
  readonly on: readonly WriteAction[];
}

/** All that is known of one field, said once. */
export interface Field extends Gate {
  readonly type: FieldType;
  /** The forms that have the field: all those of the resource if not said. */
  readonly in?: readonly Form[];
  /** Whether it may be blank: null, or the empty string where it is text (B-13). */
  readonly blank?: true;
  /** The gate of the embedded form, where it is not that of the others. */
  readonly embedded?: Gate;
  readonly also?: OtherRendering;
  /** What a body may give it; nothing where it is read-only. */
  readonly writable?: Writable;
}

/** Fields by name, in the order of docs/api.md. */
export type Fields = Readonly<Record<string, Field>>;

/** One resource: its forms, its fields, and the objects inside it that have no form of their own. */
export interface Source {
  readonly forms: readonly Form[];
  readonly fields: Fields;
  readonly parts?: Readonly<Record<string, Fields>>;
  /** Nothing where no object of it can be written. */
  readonly writes?: Writes;
}
