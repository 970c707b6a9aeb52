import { at, elements } from '../../harness/place.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { firstRows, idOf } from '../support/lists/first-rows.js';
import { samplesOf } from '../support/objects/samples.js';

/** "A series is a collection of patches": compares events with the series itself. */
export const completedSeries: Requirement = requirement({
  id: 'series.patches.completed',
  says: 'The `patches` of a series contain each patch that a patch-completed event names with it',
  spec: 'Series',
  level: 'should',
  compares: true,
  consequence: 'A client applies a series without one of its patches.',
  async check(context) {
    const { objects } = await samplesOf(context);
    const events = objects
      .filter(({ table }) => table.name === 'event.list')
      .filter(({ value }) => value.category === 'patch-completed')
      .map((event) => ({
        patch: at(event, 'payload', 'patch', 'id').value,
        series: at(event, 'payload', 'series', 'id').value,
      }))
      .filter(({ patch, series }) => Number.isInteger(patch) && Number.isInteger(series));
    const rows = new Map((await firstRows(context.api, 'series/')).map((row) => [idOf(row), row]));
    const [newest] = events;
    // In a long list, the newest events may name none of the series that were read.
    if (newest !== undefined && !events.some(({ series }) => rows.has(series))) {
      rows.set(newest.series, await context.api.object(`series/${newest.series}/`));
    }
    const named = events.flatMap(({ patch, series }) => {
      const row = rows.get(series);
      return row === undefined ? [] : [{ patch, patches: at(row, 'patches') }];
    });
    const missing = 'no patch-completed event names, by integer ids, a patch and a series';
    context.expect.each(named, missing, ({ patch, patches }) => {
      const holds = elements(patches).some((each) => idOf(each) === patch);
      const expected = `patch ${patch} in the array, as an event reports`;
      context.expect.that(holds, patches, '`patches`', expected);
    });
  },
});
