import { shown } from '../expect.js';
import { at, type Seen } from '../place.js';
import type { Redaction } from '../redaction.js';
import type { Exchange } from '../report.js';
import { violationText } from '../violation-text.js';
import type { Finding } from './judging.js';
import type { Kind, ListState, RowId } from './list-state.js';

/** The limit for stored ids per kind of violation. */
const MOST_IDS = 1000;

/** The limit for stored examples per kind of violation. */
const MOST_EXAMPLES = 3;

/** The limit for kinds of violations per list, because names may come from the instance. */
const MOST_KINDS = 200;

/** The limit for a text used instead of an id, in characters. */
const LONGEST_ID = 80;

/**
 * Adds the violations of one item to the state of its list. `keep` stores the exchange for the few
 * examples, and returns its index.
 */
export function addFindings(
  state: ListState,
  findings: readonly Finding[],
  id: RowId,
  redaction: Redaction,
  keep: () => number | undefined,
): void {
  const counted = new Set<Kind>();
  for (const { kind: name, mismatch } of findings) {
    const kind = kindOf(state, name, shapeOf(mismatch.pointer));
    // An object is counted once per kind.
    if (counted.has(kind)) continue;
    counted.add(kind);
    kind.count += 1;
    if (kind.ids.length < MOST_IDS) kind.ids.push(id);
    if (kind.examples.length >= MOST_EXAMPLES) continue;
    const evidence = keep();
    kind.examples.push({
      ...violationText(mismatch, redaction),
      ...(evidence === undefined ? {} : { evidence }),
    });
  }
}

/** Beyond the limit, kinds are merged regardless of their pointer. */
function kindOf({ kinds }: ListState, name: string, shape: string): Kind {
  const full = Object.keys(kinds).length >= MOST_KINDS;
  const own = `${name} ${shape}`;
  const key = full && !Object.hasOwn(kinds, own) ? `${name} ` : own;
  const known = kinds[key] ?? { count: 0, ids: [], examples: [] };
  kinds[key] = known;
  return known;
}

/**
 * A pointer without array indices: `/3/patches/0/date` and `/7/patches/1/date` have the same shape.
 */
export function shapeOf(pointer = ''): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** The identity of an item. */
export function idOf(row: Seen, redaction: Redaction): RowId {
  const id = at(row, 'id').value;
  if (typeof id === 'number') return id;
  return redaction.text(shown(id ?? row.value, LONGEST_ID));
}

/** Stores an exchange once, for any number of examples; returns its index. */
export function keeping(
  record: () => Exchange | undefined,
  exchanges: Exchange[],
): () => number | undefined {
  let place: number | undefined;
  return () => {
    if (place !== undefined) return place;
    const exchange = record();
    if (exchange !== undefined) place = exchanges.push(exchange) - 1;
    return place;
  };
}
