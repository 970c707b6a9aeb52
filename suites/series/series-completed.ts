import type { CheckContext } from '../../harness/check-context.js';
import { at, elements, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { firstRows } from '../support/lists/first-rows.js';
import { samplesOf } from '../support/objects/samples.js';

/** A patch and a series named by one event, and the series as it is listed. */
interface Completion {
  patch: number;
  series: Seen;
}

/** "A series is a collection of patches": compares events with the series itself. */
export const completedSeries: Requirement = requirement({
  id: 'series.patches.completed',
  says: 'The `patches` of a series contain each patch that a patch-completed event names with it',
  spec: 'Series',
  level: 'should',
  // In a long list, it takes a request to read a series named by the newest events.
  compares: true,
  consequence: 'A client applies a series without one of its patches.',
  async check(context) {
    const completions = await completionsOf(context);
    const missing =
      'no patch-completed event names, by integer ids, a patch and a series whose `received_total` is the number of its patches';
    context.expect.each(completions, missing, ({ patch, series }) => {
      const patches = at(series, 'patches');
      const holds = elements(patches).some((each) => at(each, 'id').value === patch);
      context.expect.that(
        holds,
        patches,
        '`patches`',
        `patch ${patch} in the array, as an event reports`,
      );
    });
  },
});

/** For the listed series or, if the newest events name none of them, one series that they name. */
async function completionsOf(context: CheckContext): Promise<Completion[]> {
  const { objects } = await samplesOf(context);
  const named = objects
    .filter(
      ({ table, value }) => table.name === 'event.list' && value.category === 'patch-completed',
    )
    .flatMap((event) => {
      const [patch, series] = [idOf(event, 'patch'), idOf(event, 'series')];
      return patch === undefined || series === undefined ? [] : [{ patch, series }];
    });
  const rows = await firstRows(context.api, 'series/');
  const known = new Map(rows.map((row) => [at(row, 'id').value, row]));
  const [one] = named;
  if (one !== undefined && !named.some(({ series }) => known.has(series))) {
    known.set(one.series, await context.api.object(`series/${one.series}/`));
  }
  return named.flatMap(({ patch, series: id }) => {
    const series = known.get(id);
    return series === undefined || !isCounted(series) ? [] : [{ patch, series }];
  });
}

/** A wrong number of patches is reported by the requirement on `received_total`. */
function isCounted(series: Seen): boolean {
  const patches = at(series, 'patches').value;
  return Array.isArray(patches) && at(series, 'received_total').value === patches.length;
}

function idOf(event: Seen, what: 'patch' | 'series'): number | undefined {
  const id = at(event, 'payload', what, 'id').value;
  return Number.isInteger(id) ? (id as number) : undefined;
}
