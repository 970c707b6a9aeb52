import { shown } from '../../../harness/expect.js';
import type { Requirement } from '../../../harness/requirement.js';
import type { Mismatch } from '../../../harness/violation.js';
import type { Table } from '../../../specification/tables.js';
import type { Version } from '../../../specification/versions.js';
import type { ReturnedObject } from './returned-object.js';

/** The limit for stored ids of one kind of violation. */
const MOST_IDS = 1000;

/** The limit for stored examples of one kind of violation. */
const MOST_EXAMPLES = 3;

/** The limit for kinds of violations, because names may come from the instance. */
const MOST_KINDS = 200;

/** The limit for a text used instead of an id, in characters. */
const LONGEST_ID = 80;

/** How a requirement checks a single object. */
export interface ObjectCheck {
  /** Whether it applies to the objects of a table. */
  appliesTo(table: Table): boolean;
  /** What is wrong with an object; undefined if it has no data to check. */
  judge(object: ReturnedObject, version: Version): readonly Mismatch[] | undefined;
}

/** A requirement that is checked on each object by itself, wherever objects come from. */
export interface ObjectRequirement extends Requirement {
  objects: ObjectCheck;
}

/** The violations at the same place of items: how many items have one, their first ids and examples. */
interface Kind {
  count: number;
  ids: (number | string)[];
  last?: number | string;
  examples: Mismatch[];
}

/**
 * What a requirement found in single objects, from samples and scans alike. Keeps numbers, ids and first
 * examples only, so that it does not grow with the number of objects.
 */
export class Tally {
  /** How many objects had data to check. */
  judged = 0;
  readonly #kinds = new Map<string, Kind>();

  constructor(
    private readonly check: ObjectCheck,
    private readonly version: Version,
  ) {}

  /** Whether the objects of a table are checked. */
  appliesTo(table: Table): boolean {
    return this.check.appliesTo(table);
  }

  /** Checks an object to which it applies. Returns what is wrong with it, as far as it is kept as an example. */
  add(object: ReturnedObject): Mismatch[] {
    const mismatches = this.check.judge(object, this.version);
    if (mismatches === undefined) return [];
    this.judged += 1;
    return mismatches.filter((mismatch) => this.#keep(object, mismatch));
  }

  /** One example of each kind with its count and ids, the most frequent kind first; then further examples. */
  get mismatches(): Mismatch[] {
    const kinds = [...this.#kinds.values()].sort((a, b) => b.count - a.count);
    const first = kinds.flatMap(({ count, ids, examples }) =>
      examples.slice(0, 1).map((example) => ({ ...example, count, ids })),
    );
    return [...first, ...kinds.flatMap(({ examples }) => examples.slice(1))];
  }

  #keep(object: ReturnedObject, mismatch: Mismatch): boolean {
    const kind = this.#kindOf(`${object.path} ${shapeOf(mismatch.pointer)}`);
    const item = itemOf(object);
    // An item with several such objects counts once; the root has no id to be named by.
    if (kind.last !== item) {
      kind.count += 1;
      if (object.itemId !== undefined && kind.ids.length < MOST_IDS) kind.ids.push(item);
    }
    kind.last = item;
    if (kind.examples.length >= MOST_EXAMPLES) return false;
    kind.examples.push(mismatch);
    return true;
  }

  /** Beyond the limit, kinds are merged. */
  #kindOf(name: string): Kind {
    const key = this.#kinds.size < MOST_KINDS || this.#kinds.has(name) ? name : 'others';
    const kind = this.#kinds.get(key) ?? { count: 0, ids: [], examples: [] };
    this.#kinds.set(key, kind);
    return kind;
  }
}

/** A pointer without array indices: those of two objects of a list have the same shape. */
function shapeOf(pointer = ''): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** What tells an item from the next: its id, or its value where it has none. */
function itemOf({ itemId, value }: ReturnedObject): number | string {
  return Number.isFinite(itemId) ? Number(itemId) : shown(itemId ?? value, LONGEST_ID);
}
