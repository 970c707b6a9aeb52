import { named } from '../../harness/client/answer.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { LISTS, type List } from '../../specification/lists.js';
import { ALL } from '../../specification/versions.js';
import { rowsOf } from '../lists/list.js';
import type { Departure } from '../lists/prediction.js';
import { confirmed } from '../lists/unchanged.js';
import { showsAllText } from '../lists/words.js';
import { everySearch, type Searched, searchAlone } from './search-alone.js';

const SPEC = 'Common list query parameters';

const NO_WORD = 'no list has names with a word that others lack';

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
        const searches = await everySearch(context);
        if (searches.length === 0) inconclusive(NO_WORD);
        if (areIgnored(searches)) context.expect.none(searches.map(ignoring));
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
        const searches = await everySearch(context);
        if (areIgnored(searches)) inconclusive('every list ignores `q` (see search.heeded)');
        const all = searches.filter(({ known }) => showsAllText(known.list));
        if (all.length === 0) inconclusive(NO_WORD);
        context.expect.none(all.filter(({ isIgnored }) => isIgnored).map(ignoring));
      },
    }),
    requirement({
      id: 'search.finds',
      says: '`q` is a search term: it finds what is called by it, in any letters, and by two words',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that looks for somebody by name is told that nobody is called so.',
      async check(context) {
        const searches = await everySearch(context);
        if (searches.length === 0) inconclusive(NO_WORD);
        for (const { known, answer, departures } of searches) {
          context.api.note(answer);
          context.expect.none(await confirmed(known, departures.filter(isLoss)));
        }
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
      const { known, answer, departures, isIgnored, term } = await searchAlone(list, context);
      const { api, expect, accept } = context;
      api.note(answer);
      expect.status(answer, 200);
      expect.array(answer);
      accept(isIgnored === false ? 'it narrows' : `it does not narrow by "${term.word}"`);
      const wrong = departures.filter(({ matter }) => matter === 'rows');
      expect.none(await confirmed(known, wrong));
    },
  });
}

/** Whether every list shows what it shows without the search. */
function areIgnored(searches: readonly Searched[]): boolean {
  return searches.length > 0 && searches.every(({ isIgnored }) => isIgnored);
}

function isLoss({ matter }: Departure): boolean {
  return matter === 'missing' || matter === 'page';
}

function ignoring({ answer, term, known }: Searched): Mismatch {
  const rows = `${known.list.name} with "${term.word}"`;
  return {
    message: `${named(answer)}: shows the same as without \`q\`, not ${rows}`,
    pointer: '',
    expected: rows,
    received: `${rowsOf(answer).length} rows`,
    exchange: answer.exchange,
  };
}
