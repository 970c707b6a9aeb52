import type { Client } from '../client/client.js';
import { TransportError } from '../client/transport-error.js';
import { at, isObject, type Seen } from '../place.js';
import type { Exchange } from '../report.js';
import type { Role } from '../role.js';
import type { Mismatch } from '../violation.js';
import { type Question, questionsOf } from './filter-questions.js';
import { cellOf, type FilterState } from './filter-state.js';
import { FEW_PAGES, type FilteredList, readFiltered } from './filtered-list.js';
import type { WalkedFilter, WalkedList } from './judging.js';
import { type ListState, WHOLE } from './list-state.js';
import { pageUrl, readPage } from './page.js';
import { addFindings, keeping } from './tally.js';
import type { WalkTools } from './walk-list.js';

/** So many of the rows of one value that are missing, or should not be there, are asked for again. */
const MOST_SUSPECTS = 5;

/** A row that a filter shows wrongly, or does not show. */
interface Wrong {
  id: number;
  mismatch: Mismatch;
  record(): Exchange | undefined;
}

/** A row that a filter should show and does not. */
interface Suspect {
  id: number;
  /** Where it stood in the list, if that is known. */
  place?: number;
}

/**
 * Holds each filter of a list that was walked against what was met there: what it shows must have the
 * value, and rows that have it must be shown. A row that is missing is blamed only if it is still there, with
 * that value, and missing again. Throws what ends the run.
 */
export async function compareFilters(
  list: WalkedList,
  role: Role,
  state: ListState,
  tools: WalkTools,
): Promise<void> {
  for (const filter of list.filters ?? []) {
    const own = state.filters?.[filter.requirement];
    if (own === undefined || own.compared) continue;
    const comparison = new Comparison(list, role, state, filter, own, tools.client);
    const { wrong, isControlled } = await comparison.outcome();
    for (const { id, mismatch, record } of wrong) {
      const keep = keeping(record, tools.exchanges);
      addFindings(state, [{ kind: filter.kind, mismatch }], id, tools.redaction, keep);
    }
    // What was needed for it is not needed any more.
    Object.assign(own, { values: [], cells: {}, edges: {}, compared: true });
    if (wrong.length === 0 && isControlled) own.held = true;
    tools.onPage();
  }
}

class Comparison {
  /** Whether every row of the list was met, so that their number is known. */
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

  /** What is wrong, and whether a value was held against the whole list that keeps other rows out. */
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
      cellOf: (row) => cellOf(this.filter, this.own, row),
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

  /** Rows that are shown and do not have the value, also when their page is asked for again. */
  async #foreign(value: string, { foreign }: FilteredList): Promise<Wrong[]> {
    if (foreign === undefined) return [];
    const again = await this.#read(value, foreign.page);
    if (!('page' in again)) return [];
    const { rows, record } = again.page;
    return foreign.ids.flatMap((id): Wrong[] => {
      const row = rows.find((each) => hasId(each, id));
      if (row === undefined || !this.#isForeign(row, value)) return [];
      const asked = this.#asked(value);
      const message = `${this.#named(value, foreign.page)}: the row with id ${id} does not satisfy ${asked}`;
      const expected = `rows that satisfy ${asked}, and no others`;
      const { pointer } = row.at;
      return [{ id, mismatch: { message, pointer, expected, received: id }, record }];
    });
  }

  /** Rows that were met and are not shown, though they are still there and have the value. */
  async #missing(value: string, question: Question, shown: FilteredList): Promise<Wrong[]> {
    if (!shown.isWhole) return [];
    const there: Suspect[] = [];
    for (const suspect of this.#suspects(question, shown).slice(0, MOST_SUSPECTS)) {
      const row = await this.#found(suspect);
      if (row !== undefined && this.filter.selects(row, value) === true) there.push(suspect);
    }
    if (there.length === 0) return [];
    // A row may have slipped from one page to the other while they were read.
    const again = await this.#ask(value, question);
    if (!again.isWhole) return [];
    const { record } = again;
    return there
      .filter(({ id }) => !again.rows.has(id))
      .map(({ id }): Wrong => {
        const why = `the row with id ${id} is missing, which the list shows with ${this.#asked(value)}`;
        const message = `${this.#named(value, 1)}: ${why}`;
        const expected = `a row with id ${id}`;
        const received = [...again.rows.keys()];
        return { id, mismatch: { message, pointer: '', expected, received }, record };
      });
  }

  /**
   * The rows that were kept of each cell and are not shown; where a cell lacks one row, that one: its id is
   * what the ids that are shown lack to the sum of those that were met.
   */
  #suspects({ cells }: Question, { rows }: FilteredList): Suspect[] {
    const shownIn = new Map<string, number[]>();
    for (const [id, name = ''] of rows) {
      shownIn.set(name, [...(shownIn.get(name) ?? []), id]);
    }
    return Object.entries(cells).flatMap(([name, [count, ids, lastId, lastPlace]]): Suspect[] => {
      if (!rows.has(lastId)) return [{ id: lastId, place: lastPlace }];
      const shown = shownIn.get(name) ?? [];
      if (!this.#isAll || count - shown.length !== 1) return [];
      const id = shown.reduce((left, each) => left - each, ids);
      return Number.isSafeInteger(id) && id > 0 && !rows.has(id) ? [{ id }] : [];
    });
  }

  /** A value that is refused again, though a row that has it is still there. */
  async #refused(value: string, { cells }: Question, refused: Mismatch): Promise<Wrong[]> {
    // In which form times are taken is a matter of its own.
    if (this.filter.by === 'time') return [];
    const [last] = Object.values(cells);
    const row = last && (await this.#found({ id: last[2], place: last[3] }));
    if (last === undefined || row === undefined || this.filter.selects(row, value) !== true)
      return [];
    const again = await this.#read(value, 1);
    if (!('mismatch' in again) || again.mismatch === undefined) return [];
    const { received } = again.mismatch;
    if (received !== refused.received) return [];
    return [{ id: last[2], mismatch: again.mismatch, record: again.record }];
  }

  /** A value that was not kept, read off a row that had it. */
  async #valueOf({ cells }: Question): Promise<string | undefined> {
    const [last] = Object.values(cells);
    if (last === undefined || this.filter.by === 'time') return undefined;
    const row = await this.#found({ id: last[2], place: last[3] });
    const values = row && this.filter.valuesOf(row);
    return values?.length === 1 ? values[0] : undefined;
  }

  /** The row as it is now: the object itself or, where it cannot be asked for, the page that it stood on. */
  async #found({ id, place }: Suspect): Promise<Seen | undefined> {
    const { path, version, pageSize = 1 } = this.state;
    if (this.list.hasDetails) return this.#object(`/api/${version}/${path}${id}/`);
    if (place === undefined) return undefined;
    const number = Math.floor(place / pageSize) + 1;
    // What has arrived since pushes rows to the next page.
    for (const each of [number, number + 1]) {
      const came = await readPage(this.client, this.role, this.state, each);
      const row = 'page' in came ? came.page.rows.find((one) => hasId(one, id)) : undefined;
      if (row !== undefined) return row;
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
