import type { Version } from '../../specification/versions.js';
import type { JournalEntry, OriginalEntry } from '../journal-entry.js';
import { identical, mayBeShownAs } from './same-value.js';

/** A field with a value that this run did not leave there. */
export interface ForeignValue {
  field: string;
  found: unknown;
  left: unknown;
}

/**
 * The values of an object as this run left them: what its last read after a write returned, and what
 * was sent since, which may have taken effect. Any other value was written by another client.
 */
export class KnownState {
  /** The version of the last read; values may be returned otherwise in another one. */
  version: Version;
  readonly #left: Map<string, unknown>;
  readonly #sent = new Map<string, unknown[]>();
  readonly #written = new Set<string>();
  readonly #unexplained = new Set<string>();

  constructor({ version, values }: Pick<OriginalEntry, 'version' | 'values'>) {
    this.version = version;
    this.#left = new Map(Object.entries(values));
  }

  /** Notes values that are about to be sent. */
  writing(values: Readonly<Record<string, unknown>>): void {
    for (const [field, value] of Object.entries(values)) {
      this.#written.add(field);
      this.#sent.set(field, [...(this.#sent.get(field) ?? []), value]);
    }
  }

  /** Notes values that were read after a write. */
  read(version: Version, values: Readonly<Record<string, unknown>>): void {
    this.version = version;
    for (const [field, value] of Object.entries(values)) {
      const isChanged = this.#left.has(field) && !identical(value, this.#left.get(field));
      if (this.#sent.has(field)) this.#unexplained.delete(field);
      else if (isChanged) this.#unexplained.add(field);
      this.#left.set(field, value);
      this.#sent.delete(field);
    }
  }

  /**
   * The values of a read after an accepted write that settle what this run left. A field that still
   * has its old value is not among them: the write may take effect later.
   */
  settled(present: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const pairs = Object.entries(present).filter(([field, value]) => {
      const sent = this.#sent.get(field) ?? [];
      const isPending = sent.length > 0 && !sent.some((each) => mayBeShownAs(each, value));
      return !(isPending && identical(value, this.#left.get(field)));
    });
    return Object.fromEntries(pairs);
  }

  /** Whether this run sent a value for a field. */
  wrote(field: string): boolean {
    return this.#written.has(field);
  }

  /**
   * Whether a field changed with a write that did not send it: a defect of the instance, or another
   * client right after the write.
   */
  isUnexplained(field: string): boolean {
    return this.#unexplained.has(field);
  }

  /** Whether this run may have left a value in a field. */
  isOwn(field: string, present: unknown): boolean {
    if (!this.#left.has(field) && !this.#sent.has(field)) return true;
    const sent = this.#sent.get(field) ?? [];
    return (
      identical(present, this.#left.get(field)) || sent.some((each) => mayBeShownAs(each, present))
    );
  }

  /** The value that this run left in a field. */
  left(field: string): unknown {
    return this.#sent.get(field)?.at(-1) ?? this.#left.get(field);
  }

  /** The fields, of those named, in which another client left a value. */
  foreign(present: Readonly<Record<string, unknown>>, fields: readonly string[]): ForeignValue[] {
    return fields
      .filter((field) => Object.hasOwn(present, field) && !this.isOwn(field, present[field]))
      .map((field) => ({ field, found: present[field], left: this.left(field) }));
  }
}

/** The state in which a run left an object, from its journal. */
export function stateAfter(entries: readonly JournalEntry[], original: OriginalEntry): KnownState {
  const state = new KnownState(original);
  for (const entry of entries) {
    if (entry.entry === 'write' && entry.object === original.object) state.writing(entry.values);
    if (entry.entry === 'left' && entry.object === original.object) {
      state.read(entry.version, entry.values);
    }
  }
  return state;
}
