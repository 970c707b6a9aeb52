import type { Api, Query } from '../../harness/api.js';
import type { CheckContext } from '../../harness/check-context.js';
import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { FILTERED_LISTS } from '../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { isWhole, readerOf } from '../conventions/sources.js';
import type { AskedTogether } from '../filters/asked-in-parts.js';
import { type Chosen, selected } from '../filters/choice.js';
import { LARGE_COMBINATIONS } from '../filters/combinations.js';
import { rowsOf } from '../filters/judging.js';
import type { List } from '../filters/lists.js';
import type { SearchedFor } from '../filters/outcomes.js';
import { probesOf } from '../filters/probes.js';
import { FILTERS } from '../filters/table.js';
import { type FoundPage, foundPage, notFound } from '../paging/found.js';
import { hasText, hasWord, wordOf } from './words.js';

/** What a list answers to `q` and `order`, beside what it holds without them. */
export interface Search {
  list: List;
  word: string;
  rows: Seen[];
  /** Whether those are all the rows that the list holds. */
  whole: boolean;
  /** What was asked for in `answer` besides the size of the page. */
  query: Query;
  /** The answer to `q`, in most cases together with an order. */
  answer: Answer;
  /** An order that was taken, in the same request or alone; missing where none was. */
  ordered?: { order: string; answer: Answer };
  /** The filters that were asked for in `answer` as well, and that it was right about. */
  among: readonly Chosen[];
  /** A filter that was asked for together with `q`, and what was answered. */
  filtered?: { chosen: Chosen; answer: Answer };
  /**
   * Set where `answer` is no list of what was found, but a page of one row whose number of pages
   * told that all of it was right: the search, the order and the filters.
   */
  counted?: FoundPage;
  /** Whether it left out rows, where that is no matter of the number of rows found. */
  narrows?: boolean;
  /** Requests for several of these at once that were answered otherwise than they should be. */
  amiss: readonly AskedTogether[];
}

/**
 * Searches a list for a word that some of its rows have and asks for an order, and for some lists a
 * filter, in the same request: what is right of all together is right of each. If the filter is not
 * heeded, or the order is refused, the search is asked for without it, which tells what is not taken.
 */
export function searchIn(
  list: List,
  { api, instance }: Pick<CheckContext, 'api' | 'instance'>,
): Promise<Search> {
  return instance.once(`search in ${list.name} in ${api.version}`, async () => {
    const path = await list.path(instance);
    const as = readerOf(path, api.unnoted());
    const page = await as.get(path, { query: { per_page: LARGEST_PAGE } });
    const rows = await as.list(path, { per_page: LARGEST_PAGE });
    const amiss: AskedTogether[] = [];
    const held = { list, rows, whole: isWhole(page), among: [], amiss };
    const counted = await foundPage(list, { api, instance });
    if (counted !== undefined) {
      const { word, query, page: second, narrows } = counted;
      return { ...held, word, query, answer: second.answer, counted, narrows };
    }
    amiss.push(...[await notFound(list, { api, instance })].filter((each) => each !== undefined));
    const together = await searchedWithFilters(list, { api, instance });
    if (together !== undefined) {
      const { word, values, query, answer, order, narrows } = together;
      const ordered = order === list.order ? { ordered: { order, answer } } : {};
      return { ...held, word, query, answer, narrows, among: values, ...ordered };
    }
    const { word, chosen } = termOf(rows, list);
    const known = { ...held, word };
    if (chosen === undefined) {
      const searched = await search(as, path, list, word);
      const { query, answer } = searched;
      const isAsked = list.named && query.order !== undefined;
      if (isAsked && showsAll(answer, rows, (row) => hasText(row, word, list))) {
        amiss.push({ as, path, query });
      }
      return { ...known, ...searched };
    }
    const query = { q: word, order: list.order, [chosen.filter.parameter]: chosen.value };
    const answer = await as.get(path, { query: { ...query, per_page: LARGEST_PAGE } });
    const filtered = { chosen, answer };
    // A filter that finds nothing may be at fault for that: it is judged in a chapter of its own.
    const found = rowsOf(answer);
    if (found.length > 0 && found.every((row) => selected(chosen, row) !== false)) {
      return { ...known, query, answer, ordered: { order: list.order, answer }, filtered };
    }
    if (found.length > 0) amiss.push({ as, path, query });
    return { ...known, ...(await search(as, path, list, word)), filtered };
  });
}

/** Whether an answer looks as if nothing had been searched for, in which some rows lack the word. */
function showsAll(answer: Answer, rows: readonly Seen[], hasIt: (row: Seen) => boolean): boolean {
  const found = rowsOf(answer);
  return found.length === rows.length && !found.every(hasIt);
}

/** A search that was made with the filters of a list, if there was one and it was right. */
async function searchedWithFilters(
  { name }: List,
  { api, instance }: Pick<CheckContext, 'api' | 'instance'>,
): Promise<SearchedFor | undefined> {
  const filtered = FILTERED_LISTS.find((each) => each === name);
  const isMeant = filtered && LARGE_COMBINATIONS[filtered]?.some(({ searched }) => searched);
  return isMeant ? (await probesOf(filtered, api, instance)).searched : undefined;
}

async function search(
  as: Api,
  path: string,
  { order, ordered }: List,
  word: string,
): Promise<Pick<Search, 'query' | 'answer' | 'ordered'>> {
  const asked = (query: Query) => as.get(path, { query: { ...query, per_page: LARGEST_PAGE } });
  if (!ordered.includes(as.version))
    return { query: { q: word }, answer: await asked({ q: word }) };
  const query = { q: word, order };
  const answer = await asked(query);
  if (answer.status === 200) return { query, answer, ordered: { order, answer } };
  const alone = await asked({ order });
  // The order is taken by itself, so it is the word that is not.
  if (alone.status === 200) return { query, answer, ordered: { order, answer: alone } };
  return { query: { q: word }, answer: await asked({ q: word }) };
}

/** A word and, where rows that have it are of several projects, a project of some of them. */
function termOf(rows: readonly Seen[], list: List): { word: string; chosen?: Chosen } {
  const word = wordOf(rows, list);
  const filter = FILTERS.find(
    (each) => list.inProject && each.list === list.name && each.name === 'project-name',
  );
  if (filter === undefined) return { word };
  const projects = rows
    .filter((row) => hasWord(row, word, list))
    .flatMap((row) => filter.ownValue(row) ?? []);
  const [value] = projects;
  const several = projects.some((each) => each !== value);
  return value !== undefined && several ? { word, chosen: { filter, value } } : { word };
}

/** The ids of the rows of an answer. */
export function idsOf(answer: Answer): Set<unknown> {
  return new Set(rowsOf(answer).map((row) => at(row, 'id').value));
}
