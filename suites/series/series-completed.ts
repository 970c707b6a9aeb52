import type { CheckContext } from '../../harness/check-context.js';
import { at, elements, type Seen } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { ALL } from '../../specification/versions.js';
import { samplesOf } from '../conventions/collect-samples.js';
import { firstRows } from '../conventions/sources.js';

/** A patch and a series that an event names together, and that series as it is shown itself. */
interface Completion {
  patch: number;
  series: Seen;
}

/** "A series is a collection of patches": what an event says of it and what it shows fit together. */
export const completedSeries: Requirement = requirement({
  id: 'series.patches.completed',
  says: 'The `patches` of a series hold each patch that a patch-completed event names with it',
  spec: 'Series',
  level: 'should',
  versions: ALL,
  // Of a long list it takes a request to read one of the series that the newest events tell of.
  once: true,
  consequence:
    'A client applies a series without one of its patches, and is not told that it is one.',
  async check(context) {
    const completions = await completionsOf(context);
    const missing = 'no event tells that a patch of a series is complete';
    context.expect.each(completions, missing, ({ patch, series }) => {
      const patches = at(series, 'patches');
      const holds = elements(patches).some((each) => at(each, 'id').value === patch);
      context.expect.that(
        holds,
        patches,
        '`patches`',
        `patch ${patch} among them, as an event says`,
      );
    });
  },
});

/** Of the first series, or, where the newest events tell of none of them, of one that they tell of. */
async function completionsOf(context: CheckContext): Promise<Completion[]> {
  const { met } = await samplesOf(context);
  const named = met
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

/** A series that shows more or fewer patches than it has received is a matter of `received_total`. */
function isCounted(series: Seen): boolean {
  const patches = at(series, 'patches').value;
  return Array.isArray(patches) && at(series, 'received_total').value === patches.length;
}

function idOf(event: Seen, what: 'patch' | 'series'): number | undefined {
  const id = at(event, 'payload', what, 'id').value;
  return Number.isInteger(id) ? (id as number) : undefined;
}
