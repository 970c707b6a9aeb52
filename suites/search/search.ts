import { unexpected } from '../../harness/expect.js';
import { type Group, inSection, type Requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { LISTS, type List } from '../../specification/lists.js';
import { rowsOf } from '../support/known-rows.js';
import type { ListMismatch } from '../support/lists/prediction.js';
import { sizeFor } from '../support/lists/query.js';
import {
  everySearch,
  everySearchForNothing,
  NO_WORD,
  type Searched,
  searchesOf,
  searchForNothing,
  showsName,
} from '../support/lists/searched.js';

const listParameter = inSection('Common list query parameters');

const NO_NAME = 'no list has items with a name that contains a word other names lack';
const NO_WORDS = 'the list has no item with a word';
const NO_ITEM = 'no list of items with names has any';

/** Search: every list accepts `q`, and returns only items of that list (B-30). */
export const search: Group = {
  name: 'search',
  requirements: [
    ...LISTS.map(accepted),
    listParameter({
      id: 'search.heeded',
      says: '`q` is a search term: not every list ignores it',
      compares: 'list',
      consequence: 'A client cannot search: it gets all items.',
      async check(context) {
        const searches = await everySearchForNothing(context);
        if (searches.length === 0) inconclusive(NO_ITEM);
        const ignored = searches.every(hasItems) ? searches : [];
        context.expect.none(ignored.map(ignoring), searches.length);
      },
    }),
    listParameter({
      id: 'search.selects',
      says: '`q` is a search term: for a word that no item has, no list returns items',
      level: 'should',
      compares: 'list',
      consequence: 'A client that searches gets all items and takes them for matches.',
      async check(context) {
        const searches = await everySearchForNothing(context);
        if (searches.length === 0) inconclusive(NO_ITEM);
        context.expect.none(searches.filter(hasItems).map(ignoring), searches.length);
      },
    }),
    listParameter({
      id: 'search.finds',
      says: '`q` is a search term: it finds items by name, also by non-ASCII words and by two words, and private bundles of the caller',
      level: 'should',
      compares: 'list',
      consequence: 'A client that searches by name does not find existing items.',
      async check(context) {
        const searches = await everySearch(context);
        if (searches.length === 0) inconclusive(NO_NAME);
        for (const { answer, listMismatches } of searches) {
          context.api.note(answer);
          context.expect.none(listMismatches.filter(isLoss), 1);
        }
      },
    }),
  ],
};

function accepted(list: List): Requirement {
  const { name, versions, signedIn } = list;
  return listParameter({
    id: `search.${name}`,
    says: `The list of ${name.replace('-', ' ')} accepts \`q\`, and returns only items of that list`,
    versions,
    needs: signedIn ? ['signed-in'] : [],
    compares: 'list',
    consequence: `A user who searches ${name.replace('-', ' ')} sees an error, or items that are not in the list.`,
    async check(context) {
      const { api, expect, accept } = context;
      const searches = await searchesOf(list, context);
      // Where no item has a word to send, any other tells whether `q` is accepted.
      const isSought = showsName(list) || searches.length === 0;
      const forNothing = isSought ? [await searchForNothing(list, context)] : [];
      expect.each([...searches, ...forNothing], NO_WORDS, ({ answer, listMismatches }) => {
        api.note(answer);
        expect.status(answer, 200);
        expect.array(answer);
        expect.none(
          listMismatches.filter(({ kind }) => kind === 'rows'),
          rowsOf(answer).length,
        );
      });
      const telling = searches.filter(({ isTelling }) => isTelling);
      const asked = forNothing.length > 0 ? forNothing : telling;
      if (asked.every(({ known }) => known.front.length === 0)) return;
      const isIgnored = forNothing.length > 0 ? forNothing.some(hasItems) : telling.some(hasAll);
      accept(isIgnored ? '`q` has no effect' : '`q` has an effect');
    },
  });
}

function hasItems({ answer }: Searched): boolean {
  return rowsOf(answer).length > 0;
}

/** Whether a search returns as many items as the plain list: for a word that some lack it is ignored then. */
function hasAll({ answer, known }: Searched): boolean {
  return rowsOf(answer).length >= Math.min(sizeFor(known), known.front.length);
}

function isLoss({ kind }: ListMismatch): boolean {
  return kind === 'missing' || kind === 'page';
}

function ignoring({ answer, known }: Searched): Mismatch {
  const expected = `no ${known.list.name}, as none contains "${NO_WORD}"`;
  const got = `${rowsOf(answer).length} items`;
  return unexpected(answer, expected, got, { kind: 'rows', pointer: '' });
}
