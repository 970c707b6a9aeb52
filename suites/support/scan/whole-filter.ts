import type { Api } from '../../../harness/api.js';
import type { CheckContext } from '../../../harness/check-context.js';
import { at, type Seen, seen } from '../../../harness/place.js';
import type { ScannedList } from '../../../harness/report.js';
import type { Requirement } from '../../../harness/requirement.js';
import type { Mismatch } from '../../../harness/violation.js';
import type { UnderTest } from '../../../harness/whole-lists.js';
import type { SettledForm } from '../../../specification/filter-forms.js';
import { listNamed } from '../../../specification/lists.js';
import { requestFilter } from '../lists/filtered.js';
import { COLLECTIONS, idOf } from '../lists/first-rows.js';
import type { KnownItems } from '../lists/list.js';
import { type FilterValue, ownValue, selectedBy } from '../lists/selection.js';
import { readable } from '../readable.js';
import { pagesOf } from './pages.js';

/** The limit for the pages that a filter returns; of more, only the first is read, and nothing is called missing. */
const MOST_PAGES = 20;

/** The limit for examples, and for the ids of missing items. */
const [MOST_EXAMPLES, MOST_IDS] = [3, 1000];

/** A requirement on one filter. */
export interface FilterRequirement extends Requirement {
  filter: SettledForm;
}

/** The filters of a list that the requirements are about, with values that tell most. */
export async function filtersOf(
  path: string,
  requirements: readonly UnderTest[],
  context: CheckContext,
): Promise<WholeFilter[]> {
  const own = requirements.filter(isOnFilter).filter(({ filter }) => {
    return listNamed(filter.list).path === path;
  });
  const asked = own.map(({ id, filter }) =>
    readable(async () => {
      const { known, holds } = await requestFilter(filter, context);
      // A filter that is wrong already on the first items is reported with these.
      if (!holds) return [];
      const values = tellingValues(filter, known);
      return values.map((value) => new WholeFilter(id, path, { filter, value }, known.api));
    }),
  );
  return (await Promise.all(asked)).flat();
}

/**
 * A filter with one value on all pages of a list: what it returns must match, and what a scan of the list sees to
 * match must be returned.
 */
export class WholeFilter {
  readonly #returned = new Set<unknown>();
  readonly #wrong: { ids: number[]; examples: Mismatch[] } = { ids: [], examples: [] };
  #missing: number[] = [];
  /** Whether all that it returns was read. */
  #isWhole = false;
  #first: { url: string; exchange: number } | undefined;

  constructor(
    readonly requirement: string,
    private readonly path: string,
    private readonly given: FilterValue,
    private readonly api: Api,
  ) {}

  /** Requests what it returns; before the list is scanned. */
  async request(): Promise<void> {
    this.#returned.clear();
    const { path, api, given } = this;
    const query = { [given.filter.filter.parameter]: given.value };
    const state: ScannedList = {
      path,
      version: api.version,
      objects: 0,
      pages: 0,
      complete: false,
    };
    for await (const { rows, keep } of pagesOf({ api, path, query, state })) {
      this.#first ??= { url: api.path(path, query), exchange: rows[0]?.at.exchange ?? 0 };
      if (state.pages === 1) keep();
      for (const row of rows) {
        this.#returned.add(idOf(row));
        if (selectedBy(given, row) === false) this.#noteWrong(row, keep);
      }
      if ((state.ofPages ?? 0) > MOST_PAGES) return;
    }
    this.#isWhole = state.complete;
  }

  /** Compares an item of the scanned list. */
  compare(row: Seen): void {
    const id = idOf(row);
    if (!this.#isWhole || typeof id !== 'number' || this.#returned.has(id)) return;
    if (this.#missing.length < MOST_IDS && selectedBy(this.given, row) === true) {
      this.#missing.push(id);
    }
  }

  /** Requests again what is missing, because the instance may have changed; after the list was scanned. */
  async confirm(): Promise<void> {
    const { path, api, given } = this;
    if (this.#missing.length === 0) return;
    await this.request();
    if (!this.#isWhole) this.#missing = [];
    this.#missing = this.#missing.filter((id) => !this.#returned.has(id));
    if (!COLLECTIONS.some((collection) => collection.path === path)) return;
    // The first ones stand for all: they must still be there, and still match.
    const first = this.#missing.splice(0, MOST_EXAMPLES);
    const there = await Promise.all(
      first.map(async (id) => {
        const { answer } = await api.getUnstored(`${path}${id}/`, {});
        const object = seen(answer);
        return answer.status === 200 && selectedBy(given, object) === true;
      }),
    );
    const confirmed = first.filter((_, index) => there[index]);
    this.#missing = confirmed.length === 0 ? [] : [...confirmed, ...this.#missing];
  }

  /** What is wrong with it. */
  get mismatches(): Mismatch[] {
    const { ids, examples } = this.#wrong;
    const [wrong, ...more] = examples;
    const [missing] = this.#missing;
    const found = wrong === undefined ? [] : [{ ...wrong, count: ids.length, ids }, ...more];
    if (missing === undefined || this.#first === undefined) return found;
    const { url, exchange } = this.#first;
    const expected = `an item with id ${missing}`;
    const why = `the item with id ${missing} is missing, although it is in the list and matches ${this.#inWords}`;
    const count = this.#missing.length;
    return [
      ...found,
      { message: `GET ${url}: ${why}`, expected, exchange, count, ids: this.#missing },
    ];
  }

  get #inWords(): string {
    return `${this.given.filter.filter.parameter}=${this.given.value}`;
  }

  #noteWrong(row: Seen, keep: () => void): void {
    const id = idOf(row);
    if (typeof id !== 'number' || this.#wrong.ids.includes(id)) return;
    if (this.#wrong.ids.length < MOST_IDS) this.#wrong.ids.push(id);
    if (this.#wrong.examples.length >= MOST_EXAMPLES) return;
    keep();
    this.#wrong.examples.push({
      message: `GET ${this.#first?.url}: the item with id ${id} does not match ${this.#inWords}`,
      expected: `only items that match ${this.#inWords}`,
      received: id,
      ...at(row, 'id').at,
    });
  }
}

/**
 * The most frequent value among the known items, for which much can be lost, and the rarest one, to which much
 * does not belong; a time that selects nearly all.
 */
function tellingValues(filter: SettledForm, { rows }: KnownItems): string[] {
  const own = rows.flatMap((row) => ownValue(filter, row) ?? []).sort();
  if (filter.value === 'time') return filter.selects === 'older' ? own.slice(-1) : own.slice(0, 1);
  const counts = new Map<string, number>();
  for (const value of own) counts.set(value, (counts.get(value) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
  return [...new Set([...byCount.slice(0, 1), ...byCount.slice(-1)])];
}

/** Whether a requirement is on one filter. */
export function isOnFilter(
  requirement: UnderTest,
): requirement is UnderTest & Pick<FilterRequirement, 'filter'> {
  return 'filter' in requirement;
}
