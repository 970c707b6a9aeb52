import type { Client } from '../client/client.js';
import { TransportError } from '../client/transport-error.js';
import { at, isObject, type Seen } from '../place.js';
import type { Exchange } from '../report.js';
import type { Role } from '../role.js';
import type { Mismatch } from '../violation.js';
import { type Question, questionsOf } from './filter-questions.js';
import { type FilterState, positionOf, untallied } from './filter-state.js';
import { FEW_PAGES, type FilteredList, readFiltered } from './filtered-list.js';
import type { WalkedList } from './judging.js';
import { type ListState, WHOLE } from './list-state.js';
import { pageUrl, readPage } from './page.js';
import { type Spans, spanAt } from './spans.js';
import type { WalkTools } from './take-rows.js';
import { addFindings, keeping } from './tally.js';
import type { WalkedFilter } from './walked-filter.js';

/** The number of spans of one value that are searched for a missing item. */
const MOST_SPANS = 4;

/**
 * The number of list pages that are searched for a missing item: that of the last item, and those
 * before.
 */
const PAGES_BACK = 3;

/** An item that a filter wrongly returns, or does not return. */
interface Wrong {
  id: number;
  mismatch: Mismatch;
  record(): Exchange | undefined;
}

/** A place where a filter does not return an item that was scanned. */
interface Lacking {
  /** The item, if known. */
  id?: number;
  /** The list position of the last item of the span. */
  place: number;
}

interface Found {
  id: number;
  row: Seen;
}

/**
 * Compares each filter of a scanned list with the scan: returned items must match, and matching
 * items must be returned. A missing item counts only if it still exists, still matches, and is
 * missing again. Throws only exceptions that end the run.
 */
export async function compareFilters(
  list: WalkedList,
  role: Role,
  state: ListState,
  tools: WalkTools,
): Promise<void> {
  for (const filter of list.filters ?? []) {
    const own = state.filters?.[filter.requirement];
    if (own === undefined) continue;
    const comparison = new Comparison(list, role, state, filter, own, tools.client);
    const { wrong, isControlled } = await comparison.outcome();
    for (const { id, mismatch, record } of wrong) {
      const keep = keeping(record, tools.exchanges);
      addFindings(state, [{ kind: filter.kind, mismatch }], id, tools.redaction, keep);
    }
    // Frees data that is no longer needed.
    const { values, times, edges } = untallied();
    Object.assign(own, { values, times, edges });
    if (wrong.length === 0 && isControlled) own.held = true;
    tools.onPage();
  }
}

class Comparison {
  /** Whether every item of the list was scanned, so that their number is known. */
  readonly #isAll: boolean;

  constructor(
    readonly list: WalkedList,
    readonly role: Role,
    readonly state: ListState,
    readonly filter: WalkedFilter,
    readonly own: FilterState,
    readonly client: Client,
  ) {
    const { sampled, ended, unreadCount } = state;
    this.#isAll = sampled === undefined && ended === WHOLE && unreadCount === 0;
  }

  /** The wrong items, and whether a value that excludes items was compared with the whole list. */
  async outcome(): Promise<{ wrong: Wrong[]; isControlled: boolean }> {
    const { pageSize = 1 } = this.state;
    const wrong: Wrong[] = [];
    let isControlled = false;
    for (const question of questionsOf(this.filter, this.own, FEW_PAGES * pageSize)) {
      const value = question.value ?? (await this.#valueOf(question));
      if (value === undefined) continue;
      const shown = await this.#ask(value, question);
      const found =
        shown.refused === undefined
          ? [
              ...(await this.#foreign(value, shown)),
              ...(await this.#missing(value, question, shown)),
            ]
          : await this.#refused(value, question, shown.refused);
      wrong.push(...found);
      isControlled ||= this.#isAll && shown.isWhole && question.count < this.own.rows;
    }
    return { wrong, isControlled };
  }

  #ask(value: string, { count }: Question): Promise<FilteredList> {
    const { pageSize = 1 } = this.state;
    return readFiltered({
      read: (number) => this.#read(value, number),
      positionOf: (row) => positionOf(this.filter, row),
      isForeign: (row) => this.#isForeign(row, value),
      pageSize,
      ...(this.#isAll ? { count: [count, count + this.own.open] } : {}),
    });
  }

  #read(value: string, number: number) {
    const { parameter } = this.filter;
    return readPage(this.client, this.role, this.state, number, { parameter, value });
  }

  #isForeign(row: Seen, value: string): boolean {
    return this.filter.selects(row, value) === false;
  }

  /** Items that are returned but do not match, also when the page is read again. */
  async #foreign(value: string, { foreign }: FilteredList): Promise<Wrong[]> {
    if (foreign === undefined) return [];
    const again = await this.#read(value, foreign.page);
    if (!('page' in again)) return [];
    const { rows, record } = again.page;
    return foreign.ids.flatMap((id): Wrong[] => {
      const row = rows.find((each) => hasId(each, id));
      if (row === undefined || !this.#isForeign(row, value)) return [];
      const asked = this.#asked(value);
      const message = `${this.#named(value, foreign.page)}: the item with id ${id} does not match ${asked}`;
      const expected = `only items that match ${asked}`;
      const { pointer } = row.at;
      return [{ id, mismatch: { message, pointer, expected, received: id }, record }];
    });
  }

  /** Scanned items that are not returned although they still exist and match. */
  async #missing(value: string, { spans, count }: Question, shown: FilteredList): Promise<Wrong[]> {
    if (!shown.isWhole) return [];
    const there: number[] = [];
    for (const lacking of this.#lacking(spans, shown).slice(0, MOST_SPANS)) {
      const row = await this.#found(lacking, (each, id) => {
        return !shown.rows.has(id) && this.filter.selects(each, value) === true;
      });
      if (row !== undefined) there.push(row.id);
    }
    if (there.length === 0) return [];
    // An item may have moved to another page between the reads.
    const again = await this.#ask(value, { spans, count });
    if (!again.isWhole) return [];
    return [...new Set(there)]
      .filter((id) => !again.rows.has(id))
      .map((id): Wrong => {
        const why = `the item with id ${id} is missing, although it is in the list and matches ${this.#asked(value)}`;
        const message = `${this.#named(value, 1)}: ${why}`;
        const received = [...again.rows.keys()];
        const mismatch = { message, pointer: '', expected: `an item with id ${id}`, received };
        return { id, mismatch, record: again.record };
      });
  }

  /**
   * Finds missing items: in spans whose last item is not returned, or with fewer items than
   * scanned. If a single one is missing, its id is the difference of the sums of ids.
   */
  #lacking(spans: Spans, { rows }: FilteredList): Lacking[] {
    const shown = new Map<string, [count: number, ids: number]>();
    for (const [id, position] of rows) {
      if (position === undefined) continue;
      const span = String(spanAt(position, spans));
      const [count, ids] = shown.get(span) ?? [0, 0];
      shown.set(span, [count + 1, ids + id]);
    }
    return Object.entries(spans.cells).flatMap(([span, [count, ids, lastId, place]]): Lacking[] => {
      if (!rows.has(lastId)) return [{ id: lastId, place }];
      const [shownCount, shownIds] = shown.get(span) ?? [0, 0];
      if (!this.#isAll || shownCount >= count) return [];
      return count - shownCount === 1 ? [{ id: ids - shownIds, place }] : [{ place }];
    });
  }

  /** A value that is refused again although an item with it still exists. */
  async #refused(value: string, { spans }: Question, refused: Mismatch): Promise<Wrong[]> {
    // The accepted forms of times have a requirement of their own.
    if (this.filter.by === 'time') return [];
    const row = await this.#lastOf(spans, (each) => this.filter.selects(each, value) === true);
    if (row === undefined) return [];
    const again = await this.#read(value, 1);
    if (!('mismatch' in again) || again.mismatch?.received !== refused.received) return [];
    return [{ id: row.id, mismatch: again.mismatch, record: again.record }];
  }

  /** Reads a value that was not stored from an item that had it. */
  async #valueOf({ spans }: Question): Promise<string | undefined> {
    const { filter } = this;
    if (filter.by === 'time') return undefined;
    const found = await this.#lastOf(spans, (row) => filter.valuesOf(row)?.length === 1);
    return found && filter.valuesOf(found.row)?.[0];
  }

  /** The last item of the first span, as it is now. */
  #lastOf({ cells }: Spans, is: (row: Seen) => boolean): Promise<Found | undefined> {
    const [first] = Object.values(cells);
    if (first === undefined) return Promise.resolve(undefined);
    const [, , id, place] = first;
    return this.#found({ id, place }, (row, its) => its === id && is(row));
  }

  /** An item as it is now: the object itself if known, or one on the pages where it may be. */
  async #found(
    { id, place }: Lacking,
    is: (row: Seen, id: number) => boolean,
  ): Promise<Found | undefined> {
    const { path, version, pageSize = 1 } = this.state;
    if (id !== undefined && this.list.hasDetails) {
      const row = await this.#object(`/api/${version}/${path}${id}/`);
      return row !== undefined && hasId(row, id) && is(row, id) ? { row, id } : undefined;
    }
    const page = Math.floor(place / pageSize) + 1;
    // Items added since move others to the next page.
    const back = Array.from({ length: PAGES_BACK }, (_, index) => page - index);
    for (const number of [...back, page + 1].filter((each) => each > 0)) {
      const came = await readPage(this.client, this.role, this.state, number);
      for (const row of 'page' in came ? came.page.rows : []) {
        const its = at(row, 'id').value;
        if (typeof its === 'number' && is(row, its)) return { row, id: its };
      }
    }
    return undefined;
  }

  async #object(url: string): Promise<Seen | undefined> {
    try {
      const { answer } = await this.client.readPassing({ role: this.role, url });
      if (answer.status !== 200 || !isObject(answer.json)) return undefined;
      return { value: answer.json, at: { exchange: answer.exchange, pointer: '' } };
    } catch (error) {
      if (error instanceof TransportError) return undefined;
      throw error;
    }
  }

  #asked(value: string): string {
    return `${this.filter.parameter}=${value}`;
  }

  #named(value: string, number: number): string {
    const { parameter } = this.filter;
    return `GET ${pageUrl(this.state, number, { parameter, value })}`;
  }
}

function hasId(row: Seen, id: number): boolean {
  return at(row, 'id').value === id;
}
