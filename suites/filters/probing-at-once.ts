import type { Answer } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { REPEATABLE_SINCE } from '../../specification/filters.js';
import { ALL, since } from '../../specification/versions.js';
import { hasText, wordOf } from '../search/words.js';
import { askedFor, type Place } from './asking.js';
import { byParameter, type Chosen, selected, selectedByAll } from './choice.js';
import type { LargeCombination, Manner } from './combinations.js';
import { rowsOf } from './judging.js';
import { listNamed } from './lists.js';
import type { Probes } from './outcomes.js';
import { askAndJudge, chosenFor, noteBounds, possible, settle } from './probing.js';
import type { Filter } from './table.js';

/** A request for several filters at once, with a search for a word if that is wanted. */
export interface Planned {
  values: Chosen[];
  word?: string;
  manner: Manner;
}

/** Values for some filters that all matter together; undefined where the rows hold none. */
export function planned(
  place: Place,
  filters: readonly Filter[],
  { searched, ...wanted }: Omit<LargeCombination, 'names'>,
  probes: Probes,
): Planned | undefined {
  const parameters = new Set(filters.map(({ parameter }) => parameter));
  const isRepeated = parameters.size < filters.length;
  if (filters.length === 0) return undefined;
  if (isRepeated && !since(REPEATABLE_SINCE).includes(place.api.version)) return undefined;
  const isSearched = searched === 'always' || (searched !== undefined && !probes.whole);
  const word = isSearched ? wordOf(probes.rows, listNamed(probes.list)) : undefined;
  // What has the word is shown also where the search narrows the list, so that each filter matters.
  const rows = searchFor(word, probes).reduce(
    (left, each) => left.filter((row) => selected(each, row) === true),
    probes.rows,
  );
  const values = chosenFor(filters, { ...probes, rows });
  if (values === undefined) {
    return searched === 'in long lists' && isSearched
      ? planned(place, filters, wanted, probes)
      : undefined;
  }
  const manner = possible(inVersion(wanted, place, probes), place, probes);
  return { values, manner, ...(word === undefined ? {} : { word }) };
}

/**
 * Asks for it, and notes in the probes what holds if the answer is what it should be; if not, it says
 * nothing of which part is to blame, and it is noted that it was amiss.
 */
export async function probeAtOnce(
  place: Place,
  { values, word, manner }: Planned,
  probes: Probes,
): Promise<void> {
  const chosen = [...values, ...searchFor(word, probes)];
  const { answer, mismatches } = await askAndJudge(place, chosen, manner, probes);
  if (mismatches.length > 0) {
    probes.amiss.push(askedFor(place, chosen, manner));
    return;
  }
  note(values, answer, manner, probes);
  if (word === undefined) return;
  const order = manner.order === undefined ? {} : { order: manner.order };
  const shown = new Set(rowsOf(answer).map((row) => at(row, 'id').value));
  const alike = probes.rows.filter((row) => selectedByAll(values, row) === true);
  const narrows = alike.some((row) => !shown.has(at(row, 'id').value));
  probes.searched = { word, values, query: { q: word, ...order }, answer, narrows, ...order };
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
function searchFor(word: string | undefined, { list }: Probes): Chosen[] {
  if (word === undefined) return [];
  const filter: Filter = {
    list,
    name: 'q',
    parameter: 'q',
    kind: 'text',
    says: '`q` is a search term',
    versions: ALL,
    ownValue: () => word,
    satisfied: (row, value) => (hasText(row, value, listNamed(list)) ? true : 'either'),
  };
  return [{ filter, value: word }];
}
