import { named } from '../../harness/client/answer.js';
import { at } from '../../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { rowsOf } from '../filters/judging.js';
import { LISTS, type List } from '../filters/lists.js';
import { searchIn } from './searched.js';
import { searchTerms } from './terms.js';

/** Search: `q` is taken by every list, and shows nothing that the list does not hold (B-30). */
export const search: Chapter = {
  name: 'search',
  requirements: [...LISTS.map(searchRequirement), ...searchTerms],
};

function searchRequirement(list: List): Requirement {
  const { name, versions, signedIn } = list;
  return requirement({
    id: `search.${name}`,
    says: `The list of ${name.replace('-', ' ')} accepts \`q\`, and shows only rows that it holds`,
    spec: 'Common list query parameters',
    level: 'must',
    versions,
    needs: signedIn ? ['signed-in'] : [],
    consequence: 'A client that searches gets an error, or rows that are not there.',
    async check(context) {
      const { word, rows, whole, answer, ...search } = await searchIn(list, context);
      const { expect, accept } = context;
      expect.status(answer, 200);
      expect.array(answer);
      const found = rowsOf(answer);
      const narrows = search.narrows ?? found.length < rows.length;
      accept(narrows ? 'it narrows' : `it does not narrow by "${word}"`);
      if (!whole || search.counted !== undefined) return;
      const held = new Set(rows.map((row) => at(row, 'id').value));
      expect.none(
        found
          .filter((row) => !held.has(at(row, 'id').value))
          .map((row) => ({
            message: `${named(answer)}: id ${at(row, 'id').value} is not in the list without \`q\``,
            pointer: row.at.pointer,
            expected: 'rows of the list',
            received: at(row, 'id').value,
            exchange: answer.exchange,
          })),
      );
    },
  });
}
