import { unlike } from '../../harness/expect.js';
import { at, elements } from '../../harness/place.js';
import { type Group, requirement } from '../../harness/requirement.js';
import type { Table } from '../../specification/tables.js';
import { answersDetail, answersList } from '../support/endpoints.js';
import { firstRows, idOf } from '../support/lists/first-rows.js';
import { formsOfResource } from '../support/objects/forms-of-resource.js';
import { objectRequirement } from '../support/objects/object-requirement.js';
import { completedSeries } from './series-completed.js';

const SPEC = 'Series';
const NO_PAGE = 'A client cannot link to the web page of the series.';

/** Series of patches, and the form embedded in covers and events. */
export const series: Group = {
  name: 'series',
  requirements: [
    answersList({
      id: 'series.list',
      path: 'series/',
      consequence: 'A client cannot list series.',
    }),
    answersDetail({
      id: 'series.detail',
      path: 'series/{id}/',
      consequence: 'A client that has the id of a series cannot read the series.',
    }),
    ...formsOfResource({
      id: 'series',
      resources: ['series'],
      one: 'a series',
      spec: SPEC,
      embeddedSpec: 'Cover letter',
      overrides: {
        'series.fields': {
          consequence: 'A client that applies or tests a series misses a documented field.',
        },
        'series.fields.since-1.1': { consequence: NO_PAGE },
        'series.embedded.fields.since-1.1': { consequence: NO_PAGE },
      },
    }),
    requirement({
      id: 'series.cover-letter',
      says: 'The cover_letter of a series names that series in its `series`',
      spec: SPEC,
      compares: true,
      consequence: 'A client displays the cover letter of another series.',
      async check({ api, expect }) {
        const rows = await firstRows(api, 'covers/');
        const covers = new Map(rows.map((cover) => [idOf(cover), at(cover, 'series')]));
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
      missing: 'no listed series has a boolean `received_all`',
      objects: {
        appliesTo: isListed,
        judge(row) {
          const [all, total] = [at(row, 'received_all'), at(row, 'total').value];
          const patches = at(row, 'patches').value;
          if (typeof all.value !== 'boolean') return undefined;
          if (typeof total !== 'number' || !Array.isArray(patches)) return [];
          const expected = patches.length >= total;
          if (all.value === expected) return [];
          const why = `${expected}, with ${patches.length} of ${total} patches received`;
          return [unlike(all, 'received_all', why)];
        },
      },
    }),
    completedSeries,
  ],
};

function isListed({ name }: Table): boolean {
  return name === 'series.list';
}
