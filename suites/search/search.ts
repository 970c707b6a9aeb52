import type { CheckContext, Where } from '../../harness/check-context.js';
import { named } from '../../harness/client/answer.js';
import type { Seen } from '../../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LISTS, type List } from '../../specification/lists.js';
import { ALL } from '../../specification/versions.js';
import { rowsOf } from '../lists/list.js';
import type { Departure } from '../lists/prediction.js';
import { confirmed } from '../lists/unchanged.js';
import { isForeign, showsAllText } from '../lists/words.js';
import { everySearch, type Searched, searchAlone } from './search-alone.js';

const SPEC = 'Common list query parameters';

/** Search: `q` is taken by every list, and shows nothing that the list does not hold (B-30). */
export const search: Chapter = {
  name: 'search',
  requirements: [
    ...LISTS.map(accepted),
    requirement({
      id: 'search.heeded',
      says: '`q` is a search term: not every list ignores it',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client cannot search at all: it is given everything.',
      async check(context) {
        const searches = await tellingSearches(context);
        if (searches.length === 0) inconclusive('no list has names with a word that others lack');
        if (!areIgnored(searches)) return;
        const why = 'the rows are the same as without';
        context.expect.none(searches.map((each) => unselective(each, why)));
      },
    }),
    requirement({
      id: 'search.finds',
      says: '`q` is a search term: it finds what is called by it',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that looks for something by its name is told that it is not there.',
      check: (context) => findsAll(context, isPlain, 'no list has names with a word to search for'),
    }),
    requirement({
      id: 'search.letters',
      says: '`q` is a search term in any letters: it finds what is called by a word beyond ASCII',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that looks for somebody whose name has an accent finds nobody.',
      async check(context) {
        await isFound(context);
        const isOther = (word: string) => isForeign(word) && !word.includes(' ');
        await findsAll(context, isOther, 'no name known has a word beyond ASCII');
      },
    }),
    requirement({
      id: 'search.blank',
      says: '`q` is a search term with blanks, too: it finds what is called by two words',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that looks for a person by first name and last name finds nobody.',
      async check(context) {
        await isFound(context);
        await findsAll(
          context,
          (word) => word.includes(' '),
          'no name known has two words with a blank',
        );
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
        const searches = await tellingSearches(context);
        if (areIgnored(searches)) inconclusive('every list ignores `q` (see search.heeded)');
        const telling = searches.filter(({ known, word }) => {
          return showsAllText(known.list) && mostLack(known.rows, word);
        });
        if (telling.length === 0) inconclusive('no list has names of which most lack a word');
        const all = telling.filter(({ answer, word }) => mostLack(rowsOf(answer), word));
        const why = 'most of the rows found do not contain';
        context.expect.none(all.map((each) => unselective(each, why)));
      },
    }),
  ],
};

function accepted(list: List): Requirement {
  const { name, versions, signedIn } = list;
  return requirement({
    id: `search.${name}`,
    says: `The list of ${name.replace('-', ' ')} accepts \`q\`, and shows only rows that it holds`,
    spec: SPEC,
    level: 'must',
    versions,
    needs: signedIn ? ['signed-in'] : [],
    consequence: 'A client that searches gets an error, or rows that are not there.',
    async check(context) {
      const { known, word, answer, departures, narrows } = await searchAlone(list, context);
      const { api, expect, accept } = context;
      api.note(answer);
      expect.status(answer, 200);
      expect.array(answer);
      accept(narrows === true ? 'it narrows' : `it does not narrow by "${word}"`);
      const wrong = departures.filter(({ matter }) => matter === 'rows');
      expect.none(await confirmed(known, wrong));
    },
  });
}

/** The searches for a word that some rows lack. */
async function tellingSearches(where: Where): Promise<Searched[]> {
  return (await everySearch(where)).filter(({ narrows }) => narrows !== undefined);
}

/** Whether every list shows what it shows without the search. */
function areIgnored(searches: readonly Searched[]): boolean {
  return searches.length > 0 && searches.every(({ narrows }) => narrows === false);
}

/** A violation if rows that are called by such a word are missing. */
async function findsAll(
  context: CheckContext,
  isMeant: (word: string) => boolean,
  missing: string,
) {
  const searches = (await tellingSearches(context)).filter(({ word }) => isMeant(word));
  if (searches.length === 0) inconclusive(missing);
  for (const { known, answer, departures } of searches) {
    context.api.note(answer);
    context.expect.none(await confirmed(known, departures.filter(isLoss)));
  }
}

/** Inconclusive where not even a plain word is found: one defect, one row. */
async function isFound(context: CheckContext) {
  const plain = (await tellingSearches(context)).filter(({ word }) => isPlain(word));
  if (!plain.some(({ departures }) => !departures.some(isLoss))) {
    inconclusive('no search for a plain word found what it should (see search.finds)');
  }
}

function isPlain(word: string): boolean {
  return !isForeign(word) && !word.includes(' ');
}

function isLoss({ matter }: Departure): boolean {
  return matter === 'missing' || matter === 'page';
}

function unselective({ answer, word, known }: Searched, why: string) {
  const { name } = known.list;
  return {
    message: `${named(answer)}: ${why.replace('rows', name)} "${word}"`,
    pointer: '',
    expected: `${name} with "${word}"`,
    received: `${rowsOf(answer).length} rows`,
    exchange: answer.exchange,
  };
}

/** Whether most of some rows have nothing like the word: not its first letters, however written. */
function mostLack(rows: readonly Seen[], word: string): boolean {
  const trace = folded(word).slice(0, 4);
  const lacking = rows.filter(({ value }) => !folded(JSON.stringify(value)).includes(trace));
  return lacking.length > rows.length / 2;
}

/** Text without case and accents: some databases compare so. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
