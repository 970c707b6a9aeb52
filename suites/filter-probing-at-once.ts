import type { Answer } from '../harness/client/answer.js';
import type { Seen } from '../harness/place.js';
import { since } from '../harness/version.js';
import type { Place } from './filter-asking.js';
import { byParameter, type Chosen, selectedByAll } from './filter-choice.js';
import type { LargeCombination, Manner } from './filter-combinations.js';
import { rowsOf } from './filter-judging.js';
import type { Probes } from './filter-probes.js';
import { askAndJudge, chosenFor, noteBounds, possible, settle } from './filter-probing.js';
import type { Filter, FilteredList } from './filter-table.js';
import { listNamed } from './lists.js';
import { hasText, wordOf } from './search-words.js';

/** "Since 1.1 filters may be repeated". */
const REPEATABLE = since('1.1');

/**
 * Asks for as many filters as can matter in one request, with a search for a word if that is wanted.
 * Notes in the probes what holds if the answer is what it should be; if not, it says nothing of which
 * part is to blame, and nothing is noted. Returns whether it was asked for: where the rows hold no
 * values that all matter, it is not.
 */
export async function probeAtOnce(
  place: Place,
  filters: readonly Filter[],
  { searched, ...wanted }: Omit<LargeCombination, 'names'>,
  probes: Probes,
): Promise<boolean> {
  const { version } = place.api;
  const parameters = new Set(filters.map(({ parameter }) => parameter));
  const isRepeated = parameters.size < filters.length;
  if (filters.length === 0 || (isRepeated && !REPEATABLE.includes(version))) return false;
  const word = searched ? wordOf(probes.rows, listNamed(probes.list)) : undefined;
  const search = word === undefined ? [] : [searchFor(word, probes.list)];
  // What has the word is shown also where the search narrows the list, so that each filter matters.
  const rows = probes.rows.filter((row) =>
    search.every((each) => each.filter.satisfied(row, each.value) === true),
  );
  const values = chosenFor(filters, { ...probes, rows });
  if (values === undefined) return false;
  const manner = possible(inVersion(wanted, place, probes), place, probes);
  const chosen = [...values, ...search];
  const { answer, departures } = await askAndJudge(place, chosen, manner, probes);
  if (departures.length > 0) return true;
  note(values, answer, manner, probes);
  if (word !== undefined) {
    const { order } = manner;
    const asked = order === undefined ? {} : { order };
    const selected = probes.rows.filter((row) => selectedByAll(values, row) === true);
    const narrows = rowsOf(answer).length < selected.length;
    probes.searched = { word, query: { q: word, ...asked }, answer, narrows, ...asked };
  }
  return true;
}

function note(chosen: readonly Chosen[], answer: Answer, manner: Manner, probes: Probes): void {
  const shown: Seen[] = rowsOf(answer);
  settle(chosen, probes);
  noteBounds(chosen, shown, probes);
  probes.manners.push(manner);
  const { order } = manner;
  if (order !== undefined) probes.ordered.push({ list: probes.list, order, rows: shown });
  const repeated = byParameter(chosen).filter((values) => values.length > 1);
  probes.repeated.push(...repeated.flatMap(([one]) => one?.filter.parameter ?? []));
}

/** "Events in versions 1.0 and 1.1 have no `order`." */
function inVersion({ order, ...others }: Manner, { api }: Place, { list }: Probes): Manner {
  const isTaken = order !== undefined && listNamed(list).ordered.includes(api.version);
  return isTaken ? { ...others, order } : others;
}

/** A search as a filter: it shows what has the word, and may show what has it where nobody sees it. */
function searchFor(word: string, list: FilteredList): Chosen {
  const filter: Filter = {
    list,
    name: 'q',
    parameter: 'q',
    says: '`q` is a search term',
    versions: since('1.0'),
    ownValue: () => word,
    satisfied: (row, value) => (hasText(row, value, listNamed(list)) ? true : 'either'),
  };
  return { filter, value: word };
}
