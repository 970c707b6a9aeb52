import type { Seen } from '../../harness/place.js';
import type { Mismatch } from '../../harness/violation.js';
import type { Aspect, Table } from '../../specification/tables.js';
import type { Source } from './sources.js';

/** A documented object that a version shows somewhere, on its own or inside another. */
export interface Sampled extends Seen<Readonly<Record<string, unknown>>> {
  table: Table;
}

/**
 * How a field violates its form. `omitted`: it is blank and not null, but missing while others of its kind
 * have it, or an object with nothing in it ("blank fields are returned as null; they are never omitted"); `missing` is a
 * field of the form.
 */
export type FormAspect = Aspect | 'omitted';

/** A mismatch with the form of the version, and its field. */
export interface FormMismatch extends Mismatch {
  table: string;
  field: string;
  aspect: FormAspect;
}

/** A source that could not be read, and why: the error that ended the reading. */
export interface Unread {
  source: Source;
  why: unknown;
}

/**
 * All that one version shows of its forms: every list and some details of every resource, judged
 * once. Requirements that speak of a form ask here, so that twenty of them cost the requests of one.
 */
export interface Samples {
  /** Every element of every list, and every detail, as they came. */
  whole: Whole[];
  /** Every documented object among them and inside them. */
  met: Sampled[];
  mismatches: FormMismatch[];
  unread: Unread[];
  /** Objects of another version than the one that was asked for: their fields are not judged. */
  strange: Mismatch[];
}

/** One element of a list, or one detail. */
export interface Whole extends Seen {
  source: Source;
}
