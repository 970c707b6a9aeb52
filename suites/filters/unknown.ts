import { type Requirement, requirement } from '../../harness/requirement.js';
import type { FilteredList } from '../../specification/filters.js';
import { placeOf } from './asking.js';
import { held, probesOf } from './probes.js';
import { FILTERS } from './table.js';

/** A value that a filter is given and that nothing has. */
interface UnknownValue {
  list: FilteredList;
  /** The query parameter. */
  name: string;
  value: string;
}

/** An id that no database hands out soon, and that every database can compare. */
const UNKNOWN_ID = '2147483647';

/** A name that nobody has. */
const UNKNOWN_NAME = 'no-such-name-here';

/** One request each; of filters that several lists share, the list where a mistake costs most. */
const UNKNOWN: readonly UnknownValue[] = [
  { list: 'bundles', name: 'owner', value: UNKNOWN_NAME },
  { list: 'covers', name: 'project', value: UNKNOWN_NAME },
  { list: 'series', name: 'submitter', value: UNKNOWN_ID },
  { list: 'events', name: 'category', value: UNKNOWN_NAME },
  { list: 'checks', name: 'state', value: UNKNOWN_NAME },
];

/** What the values select that nothing has. */
export const unknownValues: readonly Requirement[] = UNKNOWN.map(unknownRequirement);

/** A value that nothing has selects nothing. Judged only where the filter works with a known value. */
function unknownRequirement({ list, name, value }: UnknownValue): Requirement {
  // In the form of the value: one form may work where the other does not.
  const forms = [name, `${name}-${/^\d+$/.test(value) ? 'id' : 'name'}`];
  const filter = FILTERS.find((each) => each.list === list && forms.includes(each.name));
  return requirement({
    id: `filter.${list}.${name}.unknown`,
    says: `In the list of ${list} a value of \`${name}\` that nothing has selects nothing`,
    spec: 'Endpoint table',
    level: 'should',
    versions: filter?.versions ?? [],
    consequence: 'A client that mistypes a value is given everything and takes it for the answer.',
    async check({ api, instance, expect, accept }) {
      const { outcomes } = await probesOf(list, api, instance);
      held(outcomes, ...forms);
      const place = await placeOf(list, api, instance);
      const answer = await api.get(place.path, { query: { [name]: value, per_page: 1 } });
      if (answer.status >= 400 && answer.status < 500) return accept(`answers ${answer.status}`);
      expect.status(answer, 200);
      const none = Array.isArray(answer.json) && answer.json.length === 0;
      const seen = { value: answer.json, at: { exchange: answer.exchange, pointer: '' } };
      expect.that(none, seen, `${place.path}?${name}=${value}`, 'an empty list, or a 4xx');
    },
  });
}
