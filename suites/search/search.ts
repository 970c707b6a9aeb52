import { named } from '../../harness/client/answer.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import type { Mismatch } from '../../harness/violation.js';
import { inconclusive } from '../../harness/violation.js';
import { LISTS, type List } from '../../specification/lists.js';
import { ALL } from '../../specification/versions.js';
import { rowsOf } from '../lists/list.js';
import type { Departure } from '../lists/prediction.js';
import { confirmed } from '../lists/unchanged.js';
import { showsAllText } from '../lists/words.js';
import { everySearch, type Kind, type Searched, searchAlone } from './search-alone.js';

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
        const searches = await everySearch(context);
        if (searches.length === 0) inconclusive('no list has names with a word that others lack');
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
        if (all.length === 0) inconclusive('no list has names with a word that others lack');
        context.expect.none(all.filter(({ isIgnored }) => isIgnored).map(ignoring));
      },
    }),
    found('plain', {
      id: 'search.finds',
      says: '`q` is a search term: it finds what is called by it',
      consequence: 'A client that looks for something by its name is told that it is not there.',
    }),
    found('foreign', {
      id: 'search.letters',
      says: '`q` is a search term in any letters: it finds what is called by a word beyond ASCII',
      consequence: 'A client that looks for somebody whose name has an accent finds nobody.',
    }),
    found('phrase', {
      id: 'search.blank',
      says: '`q` is a search term with blanks, too: it finds what is called by two words',
      consequence: 'A client that looks for a person by first name and last name finds nobody.',
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
    async check({ api, expect, accept, ...context }) {
      const { known, word, answer, departures, isIgnored } = await searchAlone(list, {
        api,
        ...context,
      });
      api.note(answer);
      expect.status(answer, 200);
      expect.array(answer);
      accept(isIgnored === false ? 'it narrows' : `it does not narrow by "${word}"`);
      const wrong = departures.filter(({ matter }) => matter === 'rows');
      expect.none(await confirmed(known, wrong));
    },
  });
}

/** What is called by terms of one kind must be found. */
function found(kind: Kind, facts: Pick<Requirement, 'id' | 'says' | 'consequence'>): Requirement {
  return requirement({
    ...facts,
    spec: SPEC,
    level: 'should',
    versions: ALL,
    async check(context) {
      const searches = await everySearch(context);
      const plain = searches.filter((each) => each.kind === 'plain');
      // One defect, one row.
      if (kind !== 'plain' && plain.every(({ departures }) => departures.some(isLoss))) {
        inconclusive('no search for a plain word finds what it should (see search.finds)');
      }
      const own = searches.filter((each) => each.kind === kind);
      if (own.length === 0) inconclusive('no name known, of a list in its turn, has such a term');
      for (const { known, answer, departures } of own) {
        context.api.note(answer);
        context.expect.none(await confirmed(known, departures.filter(isLoss)));
      }
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

function ignoring({ answer, word, known }: Searched): Mismatch {
  const { name } = known.list;
  return {
    message: `${named(answer)}: the ${name} are the same as without "${word}"`,
    pointer: '',
    expected: `${name} with "${word}"`,
    received: `${rowsOf(answer).length} rows`,
    exchange: answer.exchange,
  };
}
