import type { Seen } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import type { Aspect, Table } from '../../specification/tables.js';
import type { Source } from './sources.js';

/** A documented object that a version returned, alone or embedded. */
export interface Sampled extends Seen<Readonly<Record<string, unknown>>> {
  table: Table;
}

/**
 * How a field violates its form. `omitted`: a blank field that is missing although other objects of
 * the form have it, or an object with only null members ("blank fields are returned as null; they
 * are never omitted"). `missing`: the form lacks the field.
 */
export type FormAspect = Aspect | 'omitted';

/** A violation of the schema of a version, with its table and field. */
export interface FormMismatch extends Mismatch {
  table: string;
  field: string;
  aspect: FormAspect;
}

/** A source that could not be read, and the error. */
export interface Unread {
  source: Source;
  why: unknown;
}

/**
 * The objects that one version returned: every list and some details of every resource, validated
 * once. Requirements on forms share them, so that they cost no further requests.
 */
export interface Samples {
  /** Every item of every list, and every detail, as received. */
  whole: Whole[];
  /** Every documented object among them, also embedded ones. */
  collected: Sampled[];
  mismatches: FormMismatch[];
  unread: Unread[];
  /** Objects of another version than requested: their fields are not checked. */
  strange: Mismatch[];
}

/** An item of a list, or a detail. */
export interface Whole extends Seen {
  source: Source;
}
