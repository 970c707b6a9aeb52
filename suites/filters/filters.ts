import { type Chapter, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { ALL } from '../../specification/versions.js';
import { departingTogether } from './asked-together.js';
import { placeOf } from './asking.js';
import { beginnings } from './beginnings.js';
import { dateFilters } from './dates.js';
import { filteredAlike } from './filtered-alike.js';
import { everyProbes, held, probesOf } from './probes.js';
import { repeatedFilters } from './repeated.js';
import { FILTERS, type Filter } from './table.js';
import { unknownValues } from './unknown.js';

const SPEC = 'Endpoint table';

/** Filters: every row satisfies them, and no row that satisfies them is missing. */
export const filters: Chapter = {
  name: 'filters',
  requirements: [
    ...FILTERS.map(filterRequirement),
    ...FILTERS.filter(({ kind }) => kind === 'message-id').map(caseRequirement),
    ...dateFilters,
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
        const amiss = all.flatMap((probes) => probes.amiss);
        context.expect.none(await departingTogether('filter.and', amiss, context.instance));
        if (together.length === 0) inconclusive('no two filters could be asked for together');
      },
    }),
    requirement({
      id: 'filter.signed-in',
      says: 'Somebody who signs in is shown what the filters select, as anybody is',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      needs: ['signed-in'],
      consequence: 'A client that signs in gets what it did not ask for.',
      async check(context) {
        const all = await everyProbes(context);
        const corrupted = all
          .flatMap((each) => each.corrupted)
          .filter(({ by }) => by === 'signedIn');
        context.expect.none(corrupted.flatMap(({ mismatches }) => mismatches));
        const asked = all.flatMap(({ manners }) => manners).some(({ signedIn }) => signedIn);
        if (!asked) inconclusive('no list could be asked for what its filters select');
      },
    }),
    filteredAlike,
    ...unknownValues,
    ...beginnings,
    ...repeatedFilters,
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
      const { outcomes } = await probesOf(list, api, instance);
      const outcome = outcomes.get(filter);
      if (outcome === undefined) return inconclusive('the filter was not asked for');
      if (!outcome.holds) throw outcome.why;
    },
  });
}

/** "case-sensitive" is said of message ids only. */
function caseRequirement({ list, name, parameter, versions }: Filter): Requirement {
  return requirement({
    id: `filter.${list}.${name}.case`,
    says: `\`${parameter}\` is case-sensitive`,
    spec: SPEC,
    level: 'must',
    versions,
    consequence: 'A client that looks for one mail is given another.',
    async check({ api, instance, expect }) {
      const { rows, outcomes } = await probesOf(list, api, instance);
      const { filter, value } = held(outcomes, name).chosen;
      const other = swappedCase(value);
      const known = rows.map((row) => filter.ownValue(row));
      if (other === value || known.includes(other)) {
        return inconclusive(
          `no message id of the first ${list} has a letter to change the case of`,
        );
      }
      const place = await placeOf(list, api, instance);
      const found = await api.list(place.path, { [parameter]: other, per_page: LARGEST_PAGE });
      const unchanged = found.filter((row) => filter.ownValue(row) === value);
      expect.none(
        unchanged.map((row) => ({
          message: `${place.path}?${parameter}=${other} shows the row with ${value}`,
          pointer: row.at.pointer,
          expected: 'no row whose message id differs in case',
          received: filter.ownValue(row),
          exchange: row.at.exchange,
        })),
      );
    },
  });
}

/** The same text with the case of its first letter changed. */
function swappedCase(text: string): string {
  return text.replace(/\p{L}/u, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}
