import { unlike } from '../../harness/expect.js';
import { at, type Seen, valueAt } from '../../harness/place.js';
import { type Group, type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { filterForm } from '../../specification/filter-forms.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstRows, idOf } from '../support/first-rows.js';
import { requestFilter } from '../support/lists/filtered.js';
import { isSorted } from '../support/lists/ordering.js';
import { readable } from '../support/readable.js';
import { timeOf } from '../support/timestamp.js';
import { isUrl } from '../support/url.js';
import { expectItems } from './contract.js';

/** An event that is neither among the very newest nor far from them. */
const SOME = 9;

const TO_THE_SECOND = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** Events and dates as clients use them. */
export const clientEvents: Group = {
  name: 'client-events',
  requirements: [
    requirement({
      id: 'client.event.order',
      says: '`order=date` lists the oldest events first, in 1.1 too',
      spec: 'NIPA pw/patchwork.py',
      contradicts: 'Events in versions 1.0 and 1.1 have no `order`.',
      versions: ['1.1'],
      consequence: 'NIPA skips all events between two pages.',
      async check({ api, expect }) {
        const rows = await api.list('events/', { order: 'date', per_page: LARGEST_PAGE });
        const dates = new Set(rows.map((row) => timeOf(valueAt(row, 'date'))));
        if (dates.size < 2) inconclusive('all events have the same date');
        const wrong = rows[isSorted(rows, 'date') ?? -1];
        const expected = 'at least the date before it';
        const late = wrong === undefined ? [] : [unlike(at(wrong, 'date'), '`date`', expected)];
        expect.none(late, rows.length);
      },
    }),
    requirement({
      id: 'client.event.since-inclusive',
      says: '`since` with the date of an event includes that event',
      spec: 'NIPA pw/patchwork.py; CKI sktm/patchwork.py',
      compares: true,
      consequence: 'A CI system misses series that arrived in the same second.',
      async check(context) {
        const { api, expect } = context;
        const rows = await firstRows(api, 'events/');
        const event = rows[Math.min(SOME, rows.length - 2)];
        if (event === undefined || timeOf(valueAt(event, 'date')) === undefined) {
          return inconclusive('there are too few events with a date');
        }
        const query = { since: String(valueAt(event, 'date')), per_page: LARGEST_PAGE };
        const ids = (await api.unversioned().list('events/', query)).map(idOf);
        const isIncluded = ids.includes(idOf(event)) || ids.length >= LARGEST_PAGE;
        expect.that(isIncluded, at(event, 'id'), '`id`', `to be listed since ${query.since}`);
      },
    }),
    requirement({
      id: 'client.event.since-blank',
      says: '`since` takes a date with a blank instead of the T',
      spec: 'pw-ci pw_mon; NIPA check_fetcher.py',
      compares: true,
      consequence: 'pw-ci tests every series again, or none.',
      async check(context) {
        const { known, given } = await requestFilter(filterForm('events', 'since'), context);
        const sent = { since: given.value.replace('T', ' ').replace('Z', '') };
        // The latest version has events of more categories: the first few may all be newer.
        const query = { given: [given], size: LARGEST_PAGE };
        await expectItems(context, known, query, context.api.unversioned(), sent);
      },
    }),
    ofCategory(
      'series-completed',
      'NIPA pw/patchwork.py; LTP ci/tools/patchwork.sh; CKI sktm/patchwork.py',
    ),
    ofCategory('series-created', 'pw-ci pw_mon'),
    requirement({
      id: 'client.dates',
      says: 'Dates with `Z`, as specified, or without a time zone, as deployed releases send them',
      spec: 'NIPA pw/patchwork.py; kernel-patches-daemon kernel_patches_daemon/patchwork.py',
      contradicts: 'Timestamps have the form `YYYY-MM-DDTHH:MM:SSZ`',
      level: 'observe',
      consequence: 'Clients that subtract dates end with an exception if they have a time zone.',
      async check({ api, observe }) {
        const lists = ['patches/', 'series/', 'events/'].map((path) =>
          readable(() => firstRows(api, path)),
        );
        const [patches = [], ...others] = (await Promise.all(lists)).map(datesIn);
        const texts = [...patches, ...others.flat()];
        if (texts.length === 0) return inconclusive('no date was seen');
        const zoned = texts.filter((date) => /(Z|[+-]\d\d:?\d\d)$/.test(date)).length;
        if (zoned > 0)
          observe(zoned === texts.length ? 'with a time zone' : 'some with a time zone');
        // Those of events have fractions on deployed releases, those of mails never.
        else
          observe(
            patches.every((date) => TO_THE_SECOND.test(date))
              ? 'naive'
              : 'naive, of patches in another form',
          );
      },
    }),
  ],
};

function datesIn(rows: readonly Seen[]): string[] {
  const dates = rows.map((row) => valueAt(row, 'date'));
  return dates.filter((date) => typeof date === 'string');
}

function ofCategory(category: string, spec: string): Requirement {
  return requirement({
    id: `client.event.${category}`,
    says: `Events of the category ${category} name a series with \`id\`, \`url\`, \`name\` and \`mbox\``,
    spec,
    consequence: 'A CI system does not notice new series.',
    async check({ api, expect }) {
      const events = await api.unversioned().list('events/', { category, per_page: 5 });
      const missing = `there is no event of the category ${category}`;
      expect.each(events, missing, (event) => {
        const own = at(event, 'category');
        expect.that(own.value === category, own, '`category`', category);
        const id = at(event, 'payload', 'series', 'id');
        const isId = ['number', 'string'].includes(typeof id.value);
        expect.that(isId, id, 'payload.series.id', 'an id');
        for (const name of ['url', 'mbox']) {
          const url = at(event, 'payload', 'series', name);
          expect.that(isUrl(url.value), url, `payload.series.${name}`, 'an absolute URL');
        }
      });
    },
  });
}
