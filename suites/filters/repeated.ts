import { at } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { REPEATABLE_SINCE } from '../../specification/filters.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { since } from '../../specification/versions.js';
import { isWhole } from '../conventions/sources.js';
import { foundPage } from '../paging/found.js';
import { pagedLists } from '../paging/probe.js';
import { placeOf } from './asking.js';
import { rowsOf } from './judging.js';
import { listNamed } from './lists.js';
import { held, probesOf } from './probes.js';
import { FILTERS, type Filter } from './table.js';

/** What filters select that are given twice. */
export const repeatedFilters: readonly Requirement[] = FILTERS.filter(({ isUnion }) => isUnion).map(
  repeatedRequirement,
);

/** Repeating a filter: an error fails; for some filters the union is required (B-28). */
function repeatedRequirement({ list, parameter, name, versions }: Filter): Requirement {
  return requirement({
    id: `filter.${list}.${parameter}.repeated`,
    says: `Since 1.1 filters may be repeated: in the list of ${list} \`${parameter}\` given twice selects both`,
    spec: 'Common list query parameters',
    level: 'must',
    versions: since(REPEATABLE_SINCE).filter((each) => versions.includes(each)),
    consequence: 'A client that asks for two values at once gets one of them, or an error.',
    async check({ api, instance, expect }) {
      const { api: as, rows, outcomes, repeated } = await probesOf(list, api, instance);
      if (repeated.includes(parameter)) return;
      const counted = await foundPage(listNamed(list), { api, instance });
      if (Array.isArray(counted?.query[parameter])) return;
      const paged = (await pagedLists({ api, instance })).find(
        ({ source }) => source.name === list,
      );
      if (paged?.extra?.isRight && Array.isArray(paged.extra.query[parameter])) return;
      const { filter } = held(outcomes, name).chosen;
      const values = [...new Set(rows.map((row) => filter.ownValue(row)))].filter(
        (value) => value !== undefined,
      );
      const [first, last] = [values[0], values.at(-1)];
      if (first === undefined || last === undefined || first === last) {
        return inconclusive(`the first ${rows.length} ${list} have one ${parameter} only`);
      }
      const query = { [parameter]: [first, last], per_page: LARGEST_PAGE };
      const { path } = await placeOf(list, as, instance);
      const answer = await as.get(path, { query });
      api.note(answer);
      expect.status(answer, 200);
      expect.array(answer);
      const found = rowsOf(answer);
      const wrong = found.filter((row) => ![first, last].includes(filter.ownValue(row) ?? ''));
      expect.none(
        wrong.map((row) => ({
          message: `${path}?${parameter}=${first}&${parameter}=${last}: a row that has neither`,
          pointer: row.at.pointer,
          expected: `rows with ${first} or ${last}`,
          received: filter.ownValue(row),
          exchange: row.at.exchange,
        })),
      );
      if (!isWhole(answer)) return;
      const shown = new Set(found.map((row) => at(row, 'id').value));
      const missing = rows.filter(
        (row) =>
          [first, last].includes(filter.ownValue(row) ?? '') && !shown.has(at(row, 'id').value),
      );
      expect.none(
        missing.map((row) => ({
          message: `${path}?${parameter}=${first}&${parameter}=${last}: id ${at(row, 'id').value} is missing`,
          pointer: '',
          expected: `the rows with ${first} and those with ${last}`,
          received: `${found.length} rows without it`,
          exchange: answer.exchange,
        })),
      );
    },
  });
}
