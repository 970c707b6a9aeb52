import { unlike } from '../../harness/expect.js';
import { at, elements } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import type { Table } from '../../specification/tables.js';
import { answersCollection } from '../support/endpoints.js';
import { firstRows, idOf } from '../support/first-rows.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import { samplesOf } from '../support/objects/samples.js';

const SPEC = 'Series';

/** "A series is a collection of patches": compares events with the series itself. */
const completedSeries = requirement({
  id: 'series.patches.completed',
  says: 'The `patches` of a series contain each patch that a patch-completed event names with it',
  spec: SPEC,
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

/** Series of patches, and the form embedded in covers and events. */
export const series: Group = {
  name: 'series',
  requirements: [
    ...answersCollection('series'),
    ...formsOfResource({
      id: 'series',
      one: 'a series',
      spec: SPEC,
      embeddedSpec: 'Cover letter',
      overrides: {
        'series.fields': {
          consequence:
            'A client that applies or tests a series ends with an error, or takes an incomplete one for complete.',
        },
      },
    }),
    requirement({
      id: 'series.cover-letter',
      says: 'The cover_letter of a series names that series in its `series`',
      spec: SPEC,
      compares: true,
      consequence: 'A client displays the cover letter of another series.',
      async check({ api, instance, expect }) {
        const rows = await firstRows(api, 'covers/');
        const { objects } = await samplesOf({ api, instance });
        const details = objects.filter(({ table }) => table.name === 'cover.detail');
        // A list may leave out the field, which is a matter of `cover.fields`.
        const known = [...details, ...rows].filter((cover) => 'series' in Object(cover.value));
        const covers = new Map(known.map((cover) => [idOf(cover), at(cover, 'series')]));
        const named = (await firstRows(api, 'series/')).flatMap((row) => {
          const letter = at(row, 'cover_letter', 'id');
          const own = covers.get(letter.value);
          return own === undefined ? [] : [{ row, letter, own }];
        });
        const missing = 'no listed series has a `cover_letter` that is listed as well';
        expect.each(named, missing, ({ row, letter, own }) => {
          const holds = elements(own).some((series) => idOf(series) === idOf(row));
          const expected = `a cover letter whose \`series\` contains ${idOf(row)}`;
          expect.that(holds, letter, 'cover_letter', expected);
        });
      },
    }),
    objectRequirement({
      id: 'series.received-total',
      says: 'received_total is the number of patches',
      spec: SPEC,
      level: 'should',
      consequence: 'A client that waits for a complete series waits forever, or not long enough.',
      missing: 'no listed series has `received_total` and `patches`',
      objects: {
        appliesTo: isListed,
        judge(row) {
          const [received, patches] = [at(row, 'received_total'), at(row, 'patches').value];
          if (!Number.isInteger(received.value) || !Array.isArray(patches)) return undefined;
          if (received.value === patches.length) return [];
          const expected = `${patches.length}, the number of its patches`;
          return [unlike(received, 'received_total', expected)];
        },
      },
    }),
    objectRequirement({
      id: 'series.received-all',
      says: 'received_all is true if and only if received_total has reached total',
      spec: SPEC,
      level: 'should',
      consequence: 'A client applies an incomplete series, or never applies the complete one.',
      missing: 'no listed series has a boolean `received_all` and the two numbers',
      objects: {
        appliesTo: isListed,
        judge(row) {
          const [all, total] = [at(row, 'received_all'), at(row, 'total').value];
          const received = at(row, 'received_total').value;
          if (typeof all.value !== 'boolean') return undefined;
          if (typeof total !== 'number' || typeof received !== 'number') return undefined;
          const expected = received >= total;
          if (all.value === expected) return [];
          const why = `${expected}, with ${received} of ${total} patches received`;
          return [unlike(all, 'received_all', why)];
        },
      },
    }),
    completedSeries,
    requirement({
      id: 'series.patches.own',
      says: 'A series is a collection of patches: no patch is listed in two of them',
      spec: 'What the service does',
      level: 'should',
      compares: 'list',
      consequence: 'A client applies a patch of another series.',
      async check({ api, expect }) {
        const rows = await firstRows(api, 'series/');
        const patches = rows.flatMap((row) =>
          elements(at(row, 'patches')).map((patch) => ({ series: idOf(row), id: at(patch, 'id') })),
        );
        const known = new Map<unknown, unknown>();
        const listed = patches.filter(({ id }) => Number.isInteger(id.value));
        expect.each(listed, 'no listed series has a patch', ({ series, id }) => {
          const other = known.get(id.value) ?? series;
          known.set(id.value, other);
          const expected = `a patch that is not in series ${other} as well`;
          expect.that(other === series, id, `\`id\` of a patch of series ${series}`, expected);
        });
      },
    }),
  ],
};

function isListed({ name }: Table): boolean {
  return name === 'series.list';
}
