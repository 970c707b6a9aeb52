import { named } from '../../harness/client/answer.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { LISTS, type List } from '../../specification/lists.js';
import { rowsOf } from '../support/lists/list.js';
import type { ListMismatch } from '../support/lists/prediction.js';
import { everySearch, type Searched, searchesOf } from '../support/lists/searched.js';
import { showsAllText } from '../support/lists/words.js';

const SPEC = 'Common list query parameters';

const NO_WORD = 'no list has items with a name that contains a word other names lack';

/** Search: every list accepts `q`, and returns only items of that list (B-30). */
export const search: Group = {
  name: 'search',
  requirements: [
    ...LISTS.map(accepted),
    requirement({
      id: 'search.heeded',
      says: '`q` is a search term: not every list ignores it',
      spec: SPEC,
      compares: 'list',
      consequence: 'A client cannot search: it gets all items.',
      async check(context) {
        const searches = await everySearch(context);
        if (searches.length === 0) inconclusive(NO_WORD);
        if (areIgnored(searches)) context.expect.none(searches.map(ignoring));
      },
    }),
    requirement({
      id: 'search.selects',
      says: '`q` is a search term: it excludes items that do not contain it',
      spec: SPEC,
      level: 'should',
      compares: 'list',
      consequence: 'A client that searches gets all items and takes them for matches.',
      async check(context) {
        const searches = await everySearch(context);
        const all = searches.filter(({ known }) => showsAllText(known.list));
        if (all.length === 0) inconclusive(NO_WORD);
        context.expect.none(all.filter(({ isIgnored }) => isIgnored).map(ignoring));
      },
    }),
    requirement({
      id: 'search.finds',
      says: '`q` is a search term: it finds items by name, also by non-ASCII words and by two words',
      spec: SPEC,
      level: 'should',
      compares: 'list',
      consequence: 'A client that searches by name does not find existing items.',
      async check(context) {
        const searches = await everySearch(context);
        if (searches.length === 0) inconclusive(NO_WORD);
        for (const { answer, listMismatches } of searches) {
          context.api.note(answer);
          context.expect.none(listMismatches.filter(isLoss));
        }
      },
    }),
  ],
};

function accepted(list: List): Requirement {
  const { name, versions, signedIn } = list;
  return requirement({
    id: `search.${name}`,
    says: `The list of ${name.replace('-', ' ')} accepts \`q\`, and returns only items of that list`,
    spec: SPEC,
    versions,
    needs: signedIn ? ['signed-in'] : [],
    compares: 'list',
    consequence: 'A client that searches gets an error, or items that are not in the list.',
    async check(context) {
      const { api, expect, accept } = context;
      const searches = await searchesOf(list, context);
      expect.all(searches, ({ answer, listMismatches }) => {
        api.note(answer);
        expect.status(answer, 200);
        expect.array(answer);
        expect.none(listMismatches.filter(({ kind }) => kind === 'rows'));
      });
      const isHeeded = searches.some(({ isIgnored }) => isIgnored === false);
      accept(isHeeded ? '`q` has an effect' : `\`q=${searches[0]?.term.word}\` has no effect`);
    },
  });
}

/** Whether every list returns the same as without the search. */
function areIgnored(searches: readonly Searched[]): boolean {
  return searches.length > 0 && searches.every(({ isIgnored }) => isIgnored);
}

function isLoss({ kind }: ListMismatch): boolean {
  return kind === 'missing' || kind === 'page';
}

function ignoring({ answer, term, known }: Searched): Mismatch {
  const rows = `${known.list.name} that contain "${term.word}"`;
  return {
    message: `${named(answer)}: returns the same as without \`q\`, not ${rows}`,
    pointer: '',
    expected: rows,
    received: `${rowsOf(answer).length} items`,
    exchange: answer.exchange,
  };
}
