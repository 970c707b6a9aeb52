import { at, type Seen } from '../place.js';
import type { Redaction } from '../redaction.js';
import { addToSpans, noSpans, type Spans, spanAt } from './spans.js';
import type { FilterByValue, WalkedFilter } from './walked-filter.js';

/** The items with one value. */
export interface ValueRows {
  /** A hash of the value, by which values are chosen. */
  key: number;
  /** Undefined if a report would mask it: it is then read from an item again. */
  value?: string;
  count: number;
  /** By id. */
  spans: Spans;
}

/** The data of a scanned list for one filter. Plain data of constant size. */
export interface FilterState {
  /**
   * The number of scanned items, and of those for which it is unknown whether the filter selects
   * them.
   */
  rows: number;
  open: number;
  /** For a filter by value. */
  values: ValueRows[];
  /** For a filter by time. */
  times: Spans;
  /** Time spans with items at their very start, which may be on either side. */
  edges: Record<string, true>;
  /** Set when it worked and excluded items. */
  held?: true;
}

/** How many values per filter are stored and sent. */
const MOST_VALUES = 6;

/** The number of spans for the items of one value, or of all times. */
const MOST_SPANS = { ofValue: 32, ofTime: 64 };

/** How many seconds at the start of a span are near it; a span is longer. */
const [NEAR, SHORTEST] = [3, 4];

/** The state of a filter before the scan. */
export function untallied(): FilterState {
  return { rows: 0, open: 0, values: [], times: noSpans(SHORTEST), edges: {} };
}

/** Adds an item to the state of a filter. */
export function tally(
  filter: WalkedFilter,
  state: FilterState,
  row: Seen,
  place: number,
  redaction: Redaction,
): void {
  state.rows += 1;
  const id = at(row, 'id').value;
  const values = filter.by === 'value' ? filter.valuesOf(row) : [];
  const time = filter.by === 'time' ? filter.secondsOf(row) : 0;
  if (values === undefined || time === undefined || !isId(id)) {
    state.open += 1;
  } else if (filter.by === 'time') {
    tallyTime(state, time, { id, place });
  } else {
    for (const value of values) tallyValue(filter, state, value, { id, place }, redaction);
  }
}

/** The position of an item on the line of spans: its time, or its id for a filter by value. */
export function positionOf(filter: WalkedFilter, row: Seen): number | undefined {
  if (filter.by === 'time') {
    const seconds = filter.secondsOf(row);
    return seconds === undefined ? undefined : onLine(seconds);
  }
  const id = at(row, 'id').value;
  return isId(id) ? id : undefined;
}

/** The start of a time span, in milliseconds since 1970. */
export function momentOf(span: number, { width }: Spans): number {
  return span * width * 1000;
}

/**
 * Stores the values with the lowest hashes, so that each has the same chance. A value that is
 * stored at the end was stored from its first item on, so that all its items are counted.
 */
function tallyValue(
  { requirement, version }: FilterByValue,
  { values }: FilterState,
  value: string,
  row: { id: number; place: number },
  redaction: Redaction,
): void {
  const key = keyOf(`${requirement} ${version} ${value}`);
  let own = values.find((each) => each.key === key);
  if (own === undefined) {
    if (values.length >= MOST_VALUES) {
      const highest = values.reduce((one, other) => (other.key > one.key ? other : one));
      if (key > highest.key) return;
      values.splice(values.indexOf(highest), 1);
    }
    const isOpen = redaction.text(value) === value;
    const shown = isOpen ? { value } : {};
    own = { key, ...shown, count: 0, spans: noSpans(1) };
    values.push(own);
  }
  own.count += 1;
  addToSpans(own.spans, row.id, row, MOST_SPANS.ofValue);
}

function tallyTime(state: FilterState, seconds: number, row: { id: number; place: number }): void {
  const { times } = state;
  const position = onLine(seconds);
  const before = times.width;
  if (position % before < NEAR) state.edges[spanAt(position, times)] = true;
  addToSpans(times, position, row, MOST_SPANS.ofTime);
  for (let width = before; width < times.width; width *= 2) {
    // Every other start of a span is no longer one.
    const kept = Object.keys(state.edges).filter((span) => Number(span) % 2 === 0);
    state.edges = Object.fromEntries(kept.map((span) => [Number(span) / 2, true]));
  }
}

/** Spans start a second early, so that times near their start are in one span. */
function onLine(seconds: number): number {
  return seconds + 1;
}

function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
}

/** A 32-bit hash of a text. */
function keyOf(text: string): number {
  let key = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    key = Math.imul(key ^ text.charCodeAt(index), 0x01000193);
  }
  // Mixes the bits, so that texts which differ only at the end do not get similar hashes.
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  key = Math.imul(key ^ (key >>> 13), 0xc2b2ae35);
  return (key ^ (key >>> 16)) >>> 0;
}
