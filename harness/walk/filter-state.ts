import { at, type Seen } from '../place.js';
import type { Redaction } from '../redaction.js';
import { addToSpans, noSpans, type Spans, spanAt } from './spans.js';
import type { FilterByValue, WalkedFilter } from './walked-filter.js';

/** The rows that have one value. */
export interface ValueRows {
  /** A number made of the value, by which values are chosen. */
  key: number;
  /** Absent where a report would mask it: it is then read off one of the rows again. */
  value?: string;
  count: number;
  /** By their ids. */
  spans: Spans;
}

/** What is kept of a walked list for one filter. Plain data; it does not grow with the list. */
export interface FilterState {
  /** Rows that were met, and those of which it is open whether the filter selects them. */
  rows: number;
  open: number;
  /** Of a filter by value. */
  values: ValueRows[];
  /** Of a filter by time. */
  times: Spans;
  /** Spans of time that have rows at their very beginning: on which side of that moment is open. */
  edges: Record<string, true>;
  /** Set when the filter was held against what was walked. */
  compared?: true;
  /** Set when it showed what it must, and kept other rows out. */
  held?: true;
}

/** How many values of a filter are kept, and asked for. */
const MOST_VALUES = 6;

/** How many spans the rows of one value, or of all times, are kept in. */
const MOST_SPANS = { ofValue: 32, ofTime: 64 };

/** How many seconds at the beginning of a span are near it; a span is longer than that. */
const [NEAR, SHORTEST] = [3, 4];

/** A filter of which no row was met yet. */
export function untallied(): FilterState {
  return { rows: 0, open: 0, values: [], times: noSpans(SHORTEST), edges: {} };
}

/** Adds a row to what is kept for a filter. */
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

/** The spans of rows by time hold this position of a row, those by value its id. */
export function positionOf(filter: WalkedFilter, row: Seen): number | undefined {
  if (filter.by === 'time') {
    const seconds = filter.secondsOf(row);
    return seconds === undefined ? undefined : onLine(seconds);
  }
  const id = at(row, 'id').value;
  return isId(id) ? id : undefined;
}

/** The moment that a span of time is named after, in milliseconds since 1970. */
export function momentOf(span: number, { width }: Spans): number {
  return span * width * 1000;
}

/**
 * Of all values those with the lowest keys are kept, so that each has the same chance wherever it
 * stands. One that is kept in the end was so since its first row: all of its rows are counted.
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
    // Every other beginning of a span is the beginning of none any more.
    const kept = Object.keys(state.edges).filter((span) => Number(span) % 2 === 0);
    state.edges = Object.fromEntries(kept.map((span) => [Number(span) / 2, true]));
  }
}

/** Spans begin a second early, so that what is near the moment that they are named after is in one. */
function onLine(seconds: number): number {
  return seconds + 1;
}

function isId(id: unknown): id is number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
}

/** A number of 32 bits for a text: the same for the same text, and any for others. */
function keyOf(text: string): number {
  let key = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    key = Math.imul(key ^ text.charCodeAt(index), 0x01000193);
  }
  // Texts that differ at their end only would otherwise have keys near each other.
  key = Math.imul(key ^ (key >>> 16), 0x85ebca6b);
  key = Math.imul(key ^ (key >>> 13), 0xc2b2ae35);
  return (key ^ (key >>> 16)) >>> 0;
}
