import { at, elements } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import type { FilteredList } from '../../specification/filters.js';
import { placeOf } from './asking.js';
import { held, probesOf } from './probes.js';
import { FILTERS, type Filter } from './table.js';

/** A filter by a name, which is one name and not the beginning of many. */
interface Named {
  list: FilteredList;
  /** The name of the filter in the form that takes the name. */
  name: string;
}

const NAMED: readonly Named[] = [
  { list: 'series', name: 'project-name' },
  { list: 'checks', name: 'context' },
];

/** What the beginning of a name selects: nothing but what has just that name. */
export const beginnings: readonly Requirement[] = NAMED.flatMap((named) =>
  FILTERS.filter(({ list, name }) => list === named.list && name === named.name).map(wholeName),
);

function wholeName({ list, parameter, name, versions }: Filter): Requirement {
  return requirement({
    id: `filter.${list}.${parameter}.beginning`,
    says: `In the list of ${list} \`${parameter}\` is compared as a whole: the beginning of a name does not select it`,
    spec: 'Endpoint table',
    level: 'should',
    versions,
    // Two names of which one begins the other are told apart in every version where there are such.
    once: true,
    consequence: 'A client that asks for one of two similar names is given both.',
    async check({ api, instance, expect, accept }) {
      const { rows, outcomes } = await probesOf(list, api, instance);
      const { filter, value } = held(outcomes, name).chosen;
      const beginning = value.slice(0, -1);
      const known = rows.map((row) => filter.ownValue(row));
      if (beginning.length < 2 || /^\d+$/.test(beginning) || known.includes(beginning)) {
        return inconclusive(`"${value}" has no beginning that is no ${parameter} itself`);
      }
      const place = await placeOf(list, api, instance);
      const answer = await api.get(place.path, { query: { [parameter]: beginning, per_page: 1 } });
      if (answer.status >= 400 && answer.status < 500) return accept(`answers ${answer.status}`);
      expect.status(answer, 200);
      expect.array(answer);
      const found = elements({
        value: answer.json,
        at: { exchange: answer.exchange, pointer: '' },
      });
      for (const row of found) {
        const what = `${place.path}?${parameter}=${beginning}: id ${at(row, 'id').value}, which has ${filter.ownValue(row)}`;
        const holds = filter.satisfied(row, beginning) !== false;
        expect.that(holds, row, what, `only rows with ${beginning}`);
      }
    },
  });
}
