import { at } from '../harness/place.js';
import { type Chapter, type Requirement, requirement } from '../harness/requirement.js';
import { ALL, since } from '../harness/version.js';
import { Inconclusive, inconclusive } from '../harness/violation.js';
import { everyProbes, type Outcome, type Probes, placeOf, probesOf } from './filter-probes.js';
import { REPEATED, type RepeatedFilter } from './filter-repeated.js';
import { FILTERS, type Filter } from './filter-table.js';
import { UNKNOWN, type UnknownValue } from './filter-unknown.js';
import { isWhole, LARGEST_PAGE } from './sources.js';

const SPEC = 'Endpoint table';

/** Filters: every row satisfies them, and no row that satisfies them is missing. */
export const filters: Chapter = {
  name: 'filters',
  requirements: [
    ...FILTERS.map(filterRequirement),
    requirement({
      id: 'filter.covers.msgid.case',
      says: '`msgid` is case-sensitive',
      spec: SPEC,
      level: 'must',
      versions: since('1.2'),
      consequence: 'A client that looks for one mail is given another.',
      async check({ api, instance, expect }) {
        const { rows, outcomes } = await probesOf('covers', 'anyone', api, instance);
        const { chosen } = held(outcomes, 'msgid');
        const other = swappedCase(chosen.value);
        const known = rows.map((row) => chosen.filter.ownValue(row));
        if (other === chosen.value || known.includes(other)) {
          return inconclusive(
            'no message id of the first covers has a letter to change the case of',
          );
        }
        const found = await api.list('covers/', { msgid: other, per_page: LARGEST_PAGE });
        const unchanged = found.filter((row) => chosen.filter.ownValue(row) === chosen.value);
        expect.none(
          unchanged.map((row) => ({
            message: `covers/?msgid=${other} shows the cover letter ${chosen.value}`,
            pointer: row.at.pointer,
            expected: 'no cover letter whose message id differs in case',
            received: at(row, 'msgid').value,
            exchange: row.at.exchange,
          })),
        );
      },
    }),
    requirement({
      id: 'filter.dates.zulu',
      says: '`since` and `before` take a time in the documented form, `YYYY-MM-DDTHH:MM:SSZ`',
      spec: 'Conventions',
      level: 'must',
      versions: ALL,
      consequence: 'A client that gives a time the way the specification writes it gets an error.',
      async check(context) {
        const all = await everyProbes(context);
        context.expect.none(all.flatMap((probes) => probes.refusedZulu));
        const taken = all.some(({ outcomes }) =>
          [...outcomes].some(([{ name }, { holds }]) => name === 'since' && holds),
        );
        if (!taken) inconclusive('no list could be asked for what is newer than a time');
      },
    }),
    requirement({
      id: 'filter.dates.partition',
      says: '`since` and `before` the same time have no object in common and leave none out',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that reads in portions of time misses objects or sees them twice.',
      async check(context) {
        const bounds = (await everyProbes(context)).flatMap((probes) => probes.bounds);
        const missing = 'no list has an object of the very second that could be asked for';
        context.expect.each(bounds, missing, ({ since, before }) => {
          const holds = since.shown !== before.shown;
          const what = `an object of the very time is ${since.shown ? 'in' : 'not in'} \`since\``;
          const expected = `it ${since.shown ? 'not ' : ''}to be in \`before\``;
          context.expect.that(holds, at(before.row, 'date'), what, expected);
        });
      },
    }),
    requirement({
      id: 'filter.and',
      says: 'Two filters select what satisfies both',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that narrows a list down gets more, or something else.',
      async check(context) {
        const all = await everyProbes(context);
        const together = all.flatMap((probes) => probes.together);
        context.expect.none(together.flat());
        if (together.length === 0) inconclusive('no two filters could be asked for together');
      },
    }),
    ...UNKNOWN.map(unknownRequirement),
    ...REPEATED.map(repeatedRequirement),
  ],
};

function filterRequirement(filter: Filter): Requirement {
  const { list, name, says, versions, asUser } = filter;
  return requirement({
    id: `filter.${list}.${name}`,
    says: `In the list of ${list} ${says}`,
    spec: SPEC,
    level: 'must',
    versions,
    needs: asUser ? ['user'] : [],
    consequence: `A client that asks for some of the ${list} gets others, or not all of them.`,
    async check({ api, instance }) {
      const { outcomes } = await probesOf(list, asUser ? 'user' : 'anyone', api, instance);
      const outcome = outcomes.get(filter);
      if (outcome === undefined) return inconclusive('the filter was not asked for');
      if (!outcome.holds) throw outcome.why;
    },
  });
}

/** A value that nothing has selects nothing. Judged only where the filter works with a known value. */
function unknownRequirement({ list, name, value, versions }: UnknownValue): Requirement {
  return requirement({
    id: `filter.${list}.${name}.unknown`,
    says: `In the list of ${list} a value of \`${name}\` that nothing has selects nothing`,
    spec: SPEC,
    level: 'should',
    versions,
    consequence: 'A client that mistypes a value is given everything and takes it for the answer.',
    async check({ api, instance, expect, accept }) {
      const { outcomes } = await probesOf(list, 'anyone', api, instance);
      // In the form of the value: one form may work where the other does not.
      held(outcomes, name, `${name}-${/^\d+$/.test(value) ? 'id' : 'name'}`);
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

/** Repeating a filter since 1.1: an error fails; for some filters the union is required (B-28). */
function repeatedRequirement({ list, parameter, name }: RepeatedFilter): Requirement {
  return requirement({
    id: `filter.${list}.${parameter}.repeated`,
    says: `Since 1.1 filters may be repeated: in the list of ${list} \`${parameter}\` given twice selects both`,
    spec: 'Common list query parameters',
    level: 'must',
    versions: since('1.1'),
    consequence: 'A client that asks for two values at once gets one of them, or an error.',
    async check({ api, instance, expect }) {
      const { rows, outcomes } = await probesOf(list, 'anyone', api, instance);
      const { filter } = held(outcomes, name).chosen;
      const values = [...new Set(rows.map((row) => filter.ownValue(row)))].filter(
        (value) => value !== undefined,
      );
      const [first, last] = [values[0], values.at(-1)];
      if (first === undefined || last === undefined || first === last) {
        return inconclusive(`the first ${rows.length} ${list} have one ${parameter} only`);
      }
      const query = { [parameter]: [first, last], per_page: LARGEST_PAGE };
      const answer = await api.get(`${list}/`, { query });
      expect.status(answer, 200);
      expect.array(answer);
      const found = await api.list(`${list}/`, query);
      const wrong = found.filter((row) => ![first, last].includes(filter.ownValue(row) ?? ''));
      expect.none(
        wrong.map((row) => ({
          message: `${list}/?${parameter}=${first}&${parameter}=${last}: a row that has neither`,
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
          message: `${list}/?${parameter}=${first}&${parameter}=${last}: id ${at(row, 'id').value} is missing`,
          pointer: '',
          expected: `the rows with ${first} and those with ${last}`,
          received: `${found.length} rows without it`,
          exchange: answer.exchange,
        })),
      );
    },
  });
}

/** The outcome of the first of these filters that holds; inconclusive if none does. */
function held(outcomes: Probes['outcomes'], ...names: string[]): Extract<Outcome, { holds: true }> {
  for (const [{ name }, outcome] of outcomes) {
    if (names.includes(name) && outcome.holds) return outcome;
  }
  throw new Inconclusive(
    `what the filter ${names.at(-1)} does with a known value could not be shown`,
  );
}

/** The same text with the case of its first letter changed. */
function swappedCase(text: string): string {
  return text.replace(/\p{L}/u, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
