import { shown } from '../expect.js';
import { at, type Seen } from '../place.js';
import type { Redaction } from '../redaction.js';
import type { Exchange } from '../report.js';
import { violationText } from '../violation-text.js';
import type { Finding } from './judging.js';
import type { Kind, ListState, RowId } from './list-state.js';

/** How many ids of the rows that show a violation are kept. */
const MOST_IDS = 1000;

/** How many violations of a kind are kept as they are. */
const MOST_EXAMPLES = 3;

/** How many kinds of violations one list may have; names of kinds may come from the instance. */
const MOST_KINDS = 200;

/** How much of what stands in the place of an id is kept, in characters. */
const LONGEST_ID = 80;

/**
 * Adds what departs in one row to what is known of its list. `keep` keeps the exchange, for the few
 * violations that are kept, and returns its place among those that the walk keeps.
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
    // An object is counted once, however often it departs in the same way.
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

/** Of what departs in ever new places, those beyond the most are counted together. */
function kindOf({ kinds }: ListState, name: string, shape: string): Kind {
  const full = Object.keys(kinds).length >= MOST_KINDS;
  const own = `${name} ${shape}`;
  const key = full && !Object.hasOwn(kinds, own) ? `${name} ` : own;
  const known = kinds[key] ?? { count: 0, ids: [], examples: [] };
  kinds[key] = known;
  return known;
}

/** A pointer without the places in arrays: `/3/patches/0/date` and `/7/patches/1/date` are of one shape. */
export function shapeOf(pointer = ''): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*');
}

/** What a row is known by. */
export function idOf(row: Seen, redaction: Redaction): RowId {
  const id = at(row, 'id').value;
  if (typeof id === 'number') return id;
  return redaction.text(shown(id ?? row.value, LONGEST_ID));
}

/** Keeps an exchange among the others once, however many examples were seen in it; gives its place there. */
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
