import type { Where } from '../../harness/check-context.js';
import { unexpected } from '../../harness/expect.js';
import { seen } from '../../harness/place.js';
import { requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch } from '../../harness/violation.js';
import { FILTER_FORMS } from '../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import type { List } from '../../specification/lists.js';
import { COLLECTIONS, idOf, isWhole } from '../support/lists/first-rows.js';
import { knownItems, rowsOf } from '../support/lists/list.js';
import { ask, inWords } from '../support/lists/query.js';
import { type FilterValue, ownValue, selectedBy } from '../support/lists/selection.js';
import { samplesOf } from '../support/objects/samples.js';
import { readable } from '../support/readable.js';

/** The collections with filters. */
const FILTERED = COLLECTIONS.filter(({ name }) => FILTER_FORMS.some(({ list }) => list === name));

/** An object that is read by its id, compared with the list that a filter selects. */
export const listedByFilter = requirement({
  id: 'filter.listed',
  says: 'An object that is read by its id, also an old one, is in its list with a filter that selects it',
  spec: 'Endpoint table',
  compares: 'list',
  consequence: 'A client that looks an object up by a filter does not find it.',
  async check(context) {
    const read = FILTERED.map((list) => readable(() => oldestListed(list, context)));
    const found = (await Promise.all(read)).flat();
    context.expect.none(found.flat());
    if (found.length === 0) inconclusive('no object was read by its id that a filter selects');
  },
});

/** The oldest object that is known by its id, and what is wrong if a filter does not find it. */
async function oldestListed(list: List, where: Where): Promise<Mismatch[][]> {
  const { api } = where;
  const { objects } = await samplesOf(where);
  const ids = objects.filter(({ table }) => table.resource === list.resource).map(idOf);
  const oldest = Math.min(...ids.filter((id) => typeof id === 'number'));
  if (!Number.isInteger(oldest)) return [];
  const detail = await api.get(`${list.path}${oldest}/`);
  if (detail.status !== 200) return [];
  const known = await knownItems(list, where);
  const countOf = (given: FilterValue) =>
    known.rows.filter((row) => selectedBy(given, row) === true).length;
  const values = FILTER_FORMS.filter(({ versions }) => versions.includes(api.version))
    .filter((form) => form.list === list.name && form.value !== 'time' && !form.filter.forOwners)
    .flatMap((filter): FilterValue[] => {
      const value = ownValue(filter, seen(detail));
      return value === undefined ? [] : [{ filter, value }];
    });
  const [rarest] = values.sort((a, b) => countOf(a) - countOf(b));
  if (rarest === undefined) return [];
  const query = { given: [rarest], size: LARGEST_PAGE };
  const answer = await ask(known, query);
  const rows = rowsOf(answer).map(idOf);
  // It may be on a page that was not read.
  if (answer.status !== 200 || (!isWhole(answer) && !rows.includes(oldest))) return [];
  if (rows.includes(oldest)) return [[]];
  const expected = `the item with id ${oldest}, which matches ${inWords(query)}`;
  const more = { pointer: '', received: rows };
  return [[unexpected(answer, expected, `${rows.length} others`, more)]];
}
