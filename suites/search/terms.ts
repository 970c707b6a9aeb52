import type { CheckContext } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import { at, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { readable } from '../conventions/readable.js';
import { isWhole } from '../conventions/sources.js';
import type { AskedTogether } from '../filters/asked-in-parts.js';
import { departingTogether } from '../filters/asked-together.js';
import { selected, selectedByAll } from '../filters/choice.js';
import { rowsOf } from '../filters/judging.js';
import { LISTS, listNamed } from '../filters/lists.js';
import { everyProbes, held, probesOf } from '../filters/probes.js';
import { idsOf, type Search, searchIn } from './searched.js';
import { hasWord, isForeign } from './words.js';

const SPEC = 'Common list query parameters';

/** Lists whose rows show all their text: what is found by what is not shown would look unfound. */
const SHOWN_WHOLE = ['series', 'people', 'bundles'];

/** What a search term does, where the resource has text (B-30). */
export const searchTerms: readonly Requirement[] = [
  requirement({
    id: 'search.finds',
    says: '`q` is a search term: it finds what is called by it',
    spec: SPEC,
    level: 'should',
    versions: ALL,
    consequence: 'A client that looks for something by its name is told that it is not there.',
    async check(context) {
      const searches = (await everySearch(context)).filter(({ word }) => !isForeign(word));
      const telling = searches.filter((each) => calledBy(each).length > 0);
      context.expect.none(telling.flatMap(missing));
      if (telling.length === 0) inconclusive('no list has names with a word to search for');
    },
  }),
  requirement({
    id: 'search.letters',
    says: '`q` is a search term in any letters: it finds what is called by a word beyond ASCII',
    spec: SPEC,
    level: 'should',
    versions: ALL,
    consequence: 'A client that looks for somebody whose name has an accent finds nobody.',
    async check(context) {
      const searches = await everySearch(context);
      const telling = searches.filter(({ word, ...each }) => {
        return isForeign(word) && calledBy({ word, ...each }).length > 0;
      });
      const others = searches.filter(({ word }) => !isForeign(word));
      if (telling.length === 0) inconclusive('no name has a word with letters beyond ASCII');
      if (!others.some((each) => calledBy(each).length > missing(each).length)) {
        inconclusive('no search for a word of ASCII found what it should (see search.finds)');
      }
      context.expect.none(telling.flatMap(missing));
    },
  }),
  requirement({
    id: 'search.selects',
    says: '`q` is a search term: it leaves out what has nothing of it',
    spec: SPEC,
    level: 'should',
    versions: ALL,
    consequence: 'A client that searches is given everything and takes it for what was found.',
    async check(context) {
      const searches = (await everySearch(context)).filter(({ list, rows, word, among }) => {
        const alike = rows.filter((row) => selectedByAll(among, row) === true);
        return SHOWN_WHOLE.includes(list.name) && mostLack(alike, word);
      });
      const all = searches.filter(
        ({ answer, word, counted }) => !counted && mostLack(rowsOf(answer), word),
      );
      context.expect.none(
        all.map(({ answer, word, list }) => ({
          message: `${named(answer)}: most of the ${list.name} found have nothing of "${word}"`,
          pointer: '',
          expected: `${list.name} with "${word}"`,
          received: `${rowsOf(answer).length} rows`,
          exchange: answer.exchange,
        })),
      );
      if (searches.length === 0) inconclusive('no list has names of which most lack a word');
    },
  }),
  requirement({
    id: 'search.filtered',
    says: '`q` and a filter together show what satisfies both',
    spec: SPEC,
    level: 'should',
    versions: ALL,
    consequence: 'A client that searches in one project is shown others.',
    async check(context) {
      const { api, instance, expect } = context;
      expect.none(await departingTogether('search.filtered', await askedAmiss(context), instance));
      const series = listNamed('series');
      const { filtered, counted, among } = await searchIn(series, { api, instance });
      if (counted?.query.project !== undefined) return;
      if (among.some(({ filter }) => filter.parameter === 'project')) return;
      if (filtered === undefined) return inconclusive('no word is in series of two projects');
      const { chosen, answer } = filtered;
      const { outcomes } = await probesOf('series', api, instance);
      held(outcomes, chosen.filter.name);
      if (answer.status !== 200) inconclusive(`${named(answer)} answered ${answer.status}`);
      for (const row of rowsOf(answer)) {
        const what = `${named(answer)}: id ${at(row, 'id').value}`;
        const wanted = `only series of the project ${chosen.value}`;
        expect.that(selected(chosen, row) !== false, row, what, wanted);
      }
    },
  }),
];

/** What was searched with something else besides, and answered otherwise than it should be. */
async function askedAmiss(context: CheckContext): Promise<AskedTogether[]> {
  const [probes, searches] = await Promise.all([everyProbes(context), everySearch(context)]);
  return [...probes, ...searches].flatMap(({ amiss }) => amiss);
}

/** The searches of the lists whose rows have names, as far as they can be read and are answered. */
async function everySearch(context: CheckContext): Promise<Search[]> {
  const lists = LISTS.filter(({ named: isNamed, versions }) => {
    return isNamed === true && versions.includes(context.api.version);
  });
  const found = await Promise.all(
    lists.map((list) => readable(async () => [await searchIn(list, context)])),
  );
  return found.flat().filter(({ answer }) => answer.status === 200 && Array.isArray(answer.json));
}

/** The rows that have the word in their names, and that the answer would have to show. */
function calledBy({ rows, word, list, filtered, among, answer }: Search): Seen[] {
  const asked = filtered?.answer === answer ? [...among, filtered.chosen] : among;
  return rows.filter((row) => selectedByAll(asked, row) === true && hasWord(row, word, list));
}

/** Those of them that it does not show; a page that others follow may have been cut before them. */
function missing(search: Search): Mismatch[] {
  const { answer, word, counted } = search;
  if (counted !== undefined || !isWhole(answer)) return [];
  const shown = idsOf(answer);
  const lost = calledBy(search).filter((row) => !shown.has(at(row, 'id').value));
  return lost.map((row) => ({
    message: `${named(answer)}: id ${at(row, 'id').value} is missing, whose name has "${word}"`,
    pointer: '',
    expected: `a row with id ${at(row, 'id').value}`,
    received: shown.size === 0 ? [] : `${shown.size} rows without it`,
    exchange: answer.exchange,
  }));
}

/** Whether most of some rows have nothing like the word: not its first letters, however written. */
function mostLack(rows: readonly Seen[], word: string): boolean {
  const trace = folded(word).slice(0, 4);
  let lacking = 0;
  for (const [index, row] of rows.entries()) {
    if (!folded(JSON.stringify(row.value)).includes(trace)) lacking += 1;
    // The others cannot change it any more: a row may be long, and each of its letters is looked at.
    if (lacking > rows.length / 2) return true;
    if (index + 1 - lacking >= rows.length / 2) return false;
  }
  return false;
}

/** Text without case and accents: some databases compare so. */
function folded(text: string): string {
  const plain = isForeign(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;
  return plain.toLowerCase();
}
