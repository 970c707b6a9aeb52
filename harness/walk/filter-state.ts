import type { Seen } from '../place.js';
import { at } from '../place.js';
import type { Redaction } from '../redaction.js';
import type { WalkedFilter } from './judging.js';

/** Some rows in short: how many, the sum of their ids, and the last of them with its place in the list. */
export type Cell = [count: number, ids: number, lastId: number, lastPlace: number];

/** The rows that have one value. */
export interface ValueRows {
  /** A number made of the value, by which values are chosen. */
  key: number;
  /** Absent where a report would mask it: it is then read off one of the rows again. */
  value?: string;
  /** The place of the first row. */
  first: number;
  count: number;
  cells: Record<string, Cell>;
}

/** What is kept of a walked list for one filter. Plain data; it does not grow with the list. */
export interface FilterState {
  /** Rows that were met, and those of which it is open whether the filter selects them. */
  rows: number;
  open: number;
  /** Of a filter by value. */
  values: ValueRows[];
  /** Of a filter by time: the rows by spans of so many seconds. */
  width: number;
  cells: Record<string, Cell>;
  /** How many rows are so near the beginning of a span that they may be on either side of it. */
  edges: Record<string, number>;
  /** Set when the filter was held against what was walked. */
  compared?: true;
  /** Set when it showed what it must, and kept other rows out. */
  held?: true;
}

/** How many values of a filter are kept. */
const MOST_VALUES = 8;

/** Over how many cells the rows of one value are spread. */
const CELLS = 8;

/** How many spans of time there may be; where there are more, two become one. */
const MOST_SPANS = 64;

/** A span of time is longer than what is near its beginning. In seconds. */
const SHORTEST_SPAN = 4;

/** A filter of which no row was met yet. */
export function untallied(): FilterState {
  return { rows: 0, open: 0, values: [], width: SHORTEST_SPAN, cells: {}, edges: {} };
}

/**
 * Adds a row to what is kept for a filter. Of all values those with the lowest keys are kept, so that
 * every value has the same chance, wherever it stands; one that is kept in the end was so since its first
 * row, and its rows are all counted.
 */
export function tally(
  filter: WalkedFilter,
  state: FilterState,
  row: Seen,
  place: number,
  redaction: Redaction,
): void {
  state.rows += 1;
  const id = at(row, 'id').value;
  const isKnown = typeof id === 'number' && Number.isSafeInteger(id) && id > 0;
  if (filter.by === 'time') {
    const seconds = filter.secondsOf(row);
    if (seconds === undefined || !isKnown) state.open += 1;
    else tallyTime(state, seconds, id, place);
    return;
  }
  const values = filter.valuesOf(row);
  if (values === undefined || !isKnown) state.open += 1;
  else for (const value of values) tallyValue(filter, state, value, id, place, redaction);
}

/** The cell of a row among those of its filter. */
export function cellOf(filter: WalkedFilter, state: FilterState, row: Seen): string | undefined {
  if (filter.by === 'time') {
    const seconds = filter.secondsOf(row);
    return seconds === undefined ? undefined : String(spanOf(seconds, state.width));
  }
  return String(Number(at(row, 'id').value) % CELLS);
}

/** The whole number of milliseconds since 1970 at which a span begins. */
export function beginningOf(span: number, { width }: FilterState): number {
  return span * width * 1000;
}

function tallyValue(
  filter: WalkedFilter,
  { values }: FilterState,
  value: string,
  id: number,
  place: number,
  redaction: Redaction,
): void {
  const key = keyOf(`${filter.requirement} ${filter.version} ${value}`);
  let own = values.find((each) => each.key === key);
  if (own === undefined) {
    if (values.length >= MOST_VALUES) {
      const highest = values.reduce((one, other) => (other.key > one.key ? other : one));
      if (key > highest.key) return;
      values.splice(values.indexOf(highest), 1);
    }
    const isOpen = redaction.text(value) === value;
    own = { key, ...(isOpen ? { value } : {}), first: place, count: 0, cells: {} };
    values.push(own);
  }
  own.count += 1;
  addTo(own.cells, String(id % CELLS), id, place);
}

function tallyTime(state: FilterState, seconds: number, id: number, place: number): void {
  const span = spanOf(seconds, state.width);
  addTo(state.cells, String(span), id, place);
  // Which side of a moment a row of that very second is on is not said, nor are fractions shown.
  if (seconds <= span * state.width + 1) {
    state.edges[span] = (state.edges[span] ?? 0) + 1;
  }
  while (Object.keys(state.cells).length > MOST_SPANS) widen(state);
}

/** A span begins a second before its name says, so that what is near that moment is all in one. */
function spanOf(seconds: number, width: number): number {
  return Math.floor((seconds + 1) / width);
}

function widen(state: FilterState): void {
  const cells: FilterState['cells'] = {};
  const edges: FilterState['edges'] = {};
  for (const [name, cell] of Object.entries(state.cells)) {
    const span = Number(name);
    const wider = Math.floor(span / 2);
    const [count, ids, lastId, lastPlace] = cell;
    const other = cells[wider];
    const last = other !== undefined && other[3] > lastPlace ? other : cell;
    cells[wider] =
      other === undefined
        ? [count, ids, lastId, lastPlace]
        : [other[0] + count, other[1] + ids, last[2], last[3]];
    if (span === wider * 2 && state.edges[span] !== undefined) edges[wider] = state.edges[span];
  }
  state.width *= 2;
  state.cells = cells;
  state.edges = edges;
}

function addTo(cells: Record<string, Cell>, name: string, id: number, place: number): void {
  const [count, ids] = cells[name] ?? [0, 0];
  cells[name] = [count + 1, ids + id, id, place];
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
