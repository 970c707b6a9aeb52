import { unlike } from '../../harness/expect.js';
import { at, elements } from '../../harness/place.js';
import { type Chapter, requirement } from '../../harness/requirement.js';
import type { Table } from '../../specification/tables.js';
import { ALL } from '../../specification/versions.js';
import { answersDetail, answersList } from '../conventions/endpoints.js';
import { formsOfResource } from '../conventions/forms-of-resource.js';
import { objectRequirement } from '../conventions/object-requirement.js';
import { firstRows } from '../conventions/sources.js';
import { completedSeries } from './series-completed.js';

const SPEC = 'Series';
const NO_PAGE = 'A client cannot point a person to the page of the series.';

/** Series of patches, and the form embedded in covers and events. */
export const series: Chapter = {
  name: 'series',
  requirements: [
    answersList({
      id: 'series.list',
      path: 'series/',
      consequence: 'A client cannot find out which series there are.',
    }),
    answersDetail({
      id: 'series.detail',
      path: 'series/',
      consequence: 'A client that knows the id of a series cannot read it.',
    }),
    ...formsOfResource({
      id: 'series',
      resources: ['series'],
      one: 'a series',
      spec: SPEC,
      embeddedSpec: 'Cover letter',
      overrides: {
        'series.fields': {
          consequence:
            'A client that applies or tests a series misses a field that it was promised.',
        },
        'series.fields.since-1.1': { consequence: NO_PAGE },
        'series.embedded.fields.since-1.1': { consequence: NO_PAGE },
      },
    }),
    requirement({
      id: 'series.cover-letter',
      says: 'The cover_letter of a series is a cover letter whose series it is',
      spec: SPEC,
      level: 'must',
      versions: ALL,
      consequence: 'A client shows the introduction of other patches.',
      async check({ api, expect }) {
        const covers = new Map(
          (await firstRows(api, 'covers/')).map((cover) => [at(cover, 'id').value, cover]),
        );
        const pairs = (await firstRows(api, 'series/')).flatMap((row) => {
          const cover = covers.get(at(row, 'cover_letter', 'id').value);
          const named = cover === undefined ? undefined : at(cover, 'series');
          return Array.isArray(named?.value) ? [{ row, own: elements(named) }] : [];
        });
        const missing = 'no series of the first ones has a cover letter of the first ones';
        expect.each(pairs, missing, ({ row, own }) => {
          const id = at(row, 'id').value;
          const holds = own.some((series) => at(series, 'id').value === id);
          const cover = at(row, 'cover_letter', 'id');
          expect.that(holds, cover, 'cover_letter', `a cover letter whose series has ${id}`);
        });
      },
    }),
    objectRequirement({
      id: 'series.received-total',
      says: 'received_total is the number of the patches',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client that waits for the rest of a series waits for ever, or not at all.',
      missing: 'no series in the list',
      ofObject: {
        speaksOf: isListed,
        judge(row) {
          const [received, patches] = [at(row, 'received_total'), at(row, 'patches').value];
          // What is no integer or no array is a matter of types.
          if (!Number.isInteger(received.value) || !Array.isArray(patches)) return undefined;
          if (received.value === patches.length) return [];
          const expected = `${patches.length}, as many as it has patches`;
          return [unlike(received, 'received_total', expected)];
        },
      },
    }),
    objectRequirement({
      id: 'series.received-all',
      says: 'received_all is true if received_total has reached total, and only then',
      spec: SPEC,
      level: 'should',
      versions: ALL,
      consequence: 'A client applies an incomplete series, or never the complete one.',
      missing: 'no series in the list',
      ofObject: {
        speaksOf: isListed,
        judge(row) {
          const [all, total] = [at(row, 'received_all'), at(row, 'total').value];
          const patches = at(row, 'patches').value;
          if (typeof all.value !== 'boolean') return undefined;
          if (typeof total !== 'number' || !Array.isArray(patches)) return [];
          // Whether received_total counts the patches is the requirement before this one.
          const expected = patches.length >= total;
          if (all.value === expected) return [];
          const why = `${expected}, as ${patches.length} of ${total} patches have come`;
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
