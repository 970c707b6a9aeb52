import type { CheckContext } from '../../harness/check-context.js';
import { at, type Seen } from '../../harness/place.js';
import type { Group, Requirement } from '../../harness/requirement.js';
import { inconclusive } from '../../harness/violation.js';
import { LARGEST_PAGE } from '../../specification/limits.js';
import { firstRows, idOf } from '../support/lists/first-rows.js';
import { timeOf } from '../support/timestamp.js';
import { type Contract, contract } from './contract.js';

/** An event that is neither among the very newest nor far from them. */
const SOME = 9;

/** Events and dates as clients use them. */
export const clientEvents: Group = {
  name: 'client-events',
  requirements: [
    contract({
      id: 'client.event.order',
      says: '`order=date` lists the oldest events first, in 1.1 too',
      source: 'NIPA pw/patchwork.py',
      breaks: ['NIPA'],
      versions: ['1.1'],
      consequence: 'NIPA skips all events between two pages.',
      async check({ api, expect }) {
        const rows = await api.list('events/', { order: 'date', per_page: LARGEST_PAGE });
        const dates = rows.map((row) => timeOf(at(row, 'date').value) ?? 0);
        if (new Set(dates).size < 2) inconclusive('the events have all the same date');
        expect.each(rows.slice(1), 'there is only one event', (row, index) => {
          const isSorted = (dates[index] ?? 0) <= (dates[index + 1] ?? 0);
          expect.that(isSorted, at(row, 'date'), '`date`', 'at least the date before it');
        });
      },
    }),
    contract({
      id: 'client.event.since-inclusive',
      says: '`since` with the date of an event includes that event',
      source: 'NIPA pw/patchwork.py; CKI sktm/patchwork.py',
      breaks: ['NIPA'],
      compares: true,
      consequence: 'A CI system misses series that arrived in the same second.',
      async check(context) {
        const { event } = await someEvent(context);
        const query = { since: String(at(event, 'date').value), per_page: LARGEST_PAGE };
        const rows = await context.api.unversioned().list('events/', query);
        expectIncludes(context, rows, event);
      },
    }),
    contract({
      id: 'client.event.since-blank',
      says: '`since` takes a date with a blank instead of the T',
      source: 'pw-ci pw_mon',
      breaks: ['pw-ci'],
      compares: true,
      consequence: 'pw-ci tests every series again, or none.',
      async check(context) {
        const { event, newer, older } = await someEvent(context);
        const time = timeOf(at(event, 'date').value) ?? 0;
        const since = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
        const query = { since, per_page: LARGEST_PAGE };
        const rows = await context.api.unversioned().list('events/', query);
        for (const each of newer) expectIncludes(context, rows, each);
        const ids = rows.map(idOf);
        const wrong = older.find((each) => ids.includes(idOf(each)));
        if (wrong === undefined) return;
        context.expect.that(false, at(wrong, 'date'), '`date`', `not older than ${since}`);
      },
    }),
    ofCategory('series-completed', {
      source: 'NIPA pw/patchwork.py; LTP ci/tools/patchwork.sh; CKI sktm/patchwork.py',
      breaks: ['NIPA', 'LTP'],
    }),
    ofCategory('series-created', { source: 'pw-ci pw_mon', breaks: ['pw-ci'] }),
    contract({
      id: 'client.dates',
      says: 'Dates with `Z`, as specified, or without a time zone, as deployed releases send them',
      source: 'NIPA pw/patchwork.py; kernel-patches-daemon kernel_patches_daemon/patchwork.py',
      breaks: ['NIPA', 'kernel-patches-daemon', 'pwcli'],
      level: 'observe',
      consequence: 'Clients that subtract dates end with an exception if they have a time zone.',
      async check({ api, observe }) {
        const lists = ['patches/', 'series/', 'events/'].map((path) => firstRows(api, path));
        const dates = (await Promise.all(lists)).flat().map((row) => at(row, 'date').value);
        const texts = dates.filter((date) => typeof date === 'string');
        if (texts.length === 0) return inconclusive('no date was seen');
        const zoned = texts.filter((date) => /(Z|[+-]\d\d:?\d\d)$/.test(date)).length;
        if (zoned === 0) observe('naive');
        else observe(zoned === texts.length ? 'with a time zone' : 'some with a time zone');
      },
    }),
  ],
};

function ofCategory(category: string, facts: Pick<Contract, 'source' | 'breaks'>): Requirement {
  return contract({
    id: `client.event.${category}`,
    says: `Events of the category ${category} name a series with \`id\`, \`url\`, \`name\` and \`mbox\``,
    ...facts,
    consequence: 'A CI system does not notice new series.',
    async check({ api, expect }) {
      const events = await api.unversioned().list('events/', { category, per_page: 5 });
      const missing = `there is no event of the category ${category}`;
      expect.each(events, missing, (event) => {
        const kind = at(event, 'category');
        expect.that(kind.value === category, kind, '`category`', category);
        const series = at(event, 'payload', 'series');
        const [id, url, mbox] = [at(series, 'id'), at(series, 'url'), at(series, 'mbox')];
        expect.that(Number.isInteger(id.value), id, 'payload.series.id', 'an integer');
        for (const each of [url, mbox]) {
          const isUrl = typeof each.value === 'string' && URL.canParse(each.value);
          expect.that(isUrl, each, 'a URL of payload.series', 'an absolute URL');
        }
      });
    },
  });
}

/** An event, and the newer and older ones among the first events. */
async function someEvent({ api }: CheckContext) {
  const rows = await firstRows(api, 'events/');
  const event = rows[Math.min(SOME, rows.length - 2)];
  const time = timeOf(event === undefined ? undefined : at(event, 'date').value);
  if (event === undefined || time === undefined) {
    return inconclusive('there are too few events with a date');
  }
  const timesOf = (row: Seen) => timeOf(at(row, 'date').value) ?? time;
  const newer = rows.filter((row) => timesOf(row) > time + 1000).slice(-SOME);
  const older = rows.filter((row) => timesOf(row) < time - 1000);
  if (newer.length + older.length === 0) inconclusive('the events have all the same date');
  return { event, newer, older };
}

function expectIncludes({ expect }: CheckContext, rows: readonly Seen[], event: Seen): void {
  const ids: Seen = { value: rows.map(idOf), at: rows[0]?.at ?? event.at };
  const isIncluded = rows.length >= LARGEST_PAGE || rows.map(idOf).includes(idOf(event));
  expect.that(isIncluded, ids, 'the ids of the events', `${idOf(event)} among them`);
}
