import { expect, test } from 'vitest';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import { aroundEvery, aroundRoute, asking } from '../../fixtures/faults/seams.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { FILTERS, type Filter } from '../../suites/filter-table.js';
import { filters } from '../../suites/filters.js';
import { LISTS } from '../../suites/lists.js';
import { order } from '../../suites/order.js';
import { search } from '../../suites/search.js';
import { versions } from '../../suites/versions.js';
import { type Kill, kill, killable, killed, redRows } from './red-rows.js';
import { crash, showTooEarly } from './sabotage.js';

const CHAPTERS = [filters, order, search, versions];

const ROUTES: Record<string, string> = {
  checks: 'patches/:id/checks/',
  'cover-comments': 'covers/:id/comments/',
};

const routeOf = (list: string) => ROUTES[list] ?? `${list}/`;

type Change = (query: URLSearchParams) => void;

function misread(behaviour: Behaviour, list: string, change: Change): void {
  aroundRoute(behaviour, routeOf(list), 'GET', (exchange, answer) =>
    answer(asking(exchange, change)),
  );
}

/** One form of a filter that is not heeded: ids are numbers, names and addresses are none. */
function unheeded({ list, name, parameter, versions: own }: Filter): Kill {
  const ofThisForm = (value: string) =>
    name.endsWith('-id')
      ? /^\d+$/.test(value)
      : /-(name|email)$/.test(name)
        ? !/^\d+$/.test(value)
        : !name.startsWith('public') || name === `public-${value}`;
  const id = `filter.${list}.${name}`;
  return kill(id, own.at(-1) ?? '1.4', `${id} is not heeded`, (behaviour) => {
    misread(behaviour, list, (query) => {
      if (query.getAll(parameter).some(ofThisForm)) query.delete(parameter);
    });
  });
}

/** A value that nothing has selects everything. */
function everything(list: string, parameter: string, value: string): Kill {
  const id = `filter.${list}.${parameter}.unknown`;
  return kill(id, '1.3', `${id} selects everything`, (behaviour) => {
    misread(behaviour, list, (query) => {
      if (query.get(parameter) === value) query.delete(parameter);
    });
  });
}

/** Of a filter that is given twice only the first counts. */
function firstOnly(list: string, parameter: string): Kill {
  const id = `filter.${list}.${parameter}.repeated`;
  return kill(id, '1.2', `${id} counts once`, (behaviour) => {
    misread(behaviour, list, (query) => {
      query.set(parameter, query.get(parameter) ?? '');
      if (query.get(parameter) === '') query.delete(parameter);
    });
  });
}

function byFault(id: string, version: Kill['version'], fault: string): Kill {
  return kill(id, version, fault, (behaviour) => faultNamed(fault).apply(behaviour));
}

/** Orders by a field are not heeded, on any list. */
function unordered(field: string, version: Kill['version']): Kill {
  return kill(`order.${field}`, version, `no list heeds order=${field}`, (behaviour) => {
    aroundEvery(behaviour, 'GET', (exchange, answer) =>
      answer(
        asking(exchange, (query) => {
          if (query.get('order')?.replace('-', '') === field) query.delete('order');
        }),
      ),
    );
  });
}

const KILLS: readonly Kill[] = [
  ...FILTERS.map(unheeded),
  everything('bundles', 'owner', 'no-such-name-here'),
  everything('covers', 'project', 'no-such-name-here'),
  everything('series', 'submitter', '2147483647'),
  everything('events', 'category', 'no-such-name-here'),
  everything('checks', 'state', 'no-such-name-here'),
  firstOnly('covers', 'project'),
  firstOnly('bundles', 'owner'),
  firstOnly('series', 'submitter'),
  byFault('filter.covers.msgid.case', '1.2', 'covers-msgid-in-any-case'),
  byFault('filter.dates.partition', '1.3', 'before-and-since-share-a-cover'),
  byFault('filter.and', '1.4', 'only-the-last-of-two-filters-counts'),
  byFault('filter.dates.time', '1.1', 'date-filters-know-days-only'),
  byFault('filter.dates.zone', '1.4', 'date-filters-ignore-the-zone'),
  byFault('filter.signed-in', '1.0', 'series-filtered-for-the-anonymous-only'),
  byFault('filter.series.project.beginning', '1.0', 'series-project-name-by-beginning'),
  byFault('filter.checks.context.beginning', '1.3', 'checks-context-by-beginning'),
  byFault('filter.covers.submitter-email', '1.1', 'covers-submitter-by-beginning'),
  kill('filter.dates.zulu', '1.0', 'a time with a Z crashes', (behaviour) => {
    for (const list of ['covers', 'series', 'events', 'checks']) {
      aroundRoute(behaviour, routeOf(list), 'GET', (exchange, answer) => {
        const times = [exchange.query.get('since'), exchange.query.get('before')];
        return times.some((time) => time?.endsWith('Z'))
          ? new Response('<h1>Server Error</h1>', { status: 500 })
          : answer(exchange);
      });
    }
  }),
  unordered('id', '1.0'),
  unordered('name', '1.1'),
  unordered('date', '1.2'),
  byFault('order.id', '1.4', 'ids-ordered-as-text'),
  byFault('order.name', '1.2', 'cache-without-the-order'),
  byFault('order.complete', '1.3', 'order-drops-the-filters-of-covers'),
  byFault('order.complete', '1.0', 'people-without-a-name-lost-when-ordered'),
  byFault('search.finds', '1.1', 'search-finds-beginnings-only'),
  byFault('search.letters', '1.2', 'search-blind-to-other-letters'),
  byFault('search.selects', '1.3', 'search-ignored'),
  byFault('search.filtered', '1.4', 'search-drops-the-filters-of-series'),
  ...LISTS.map(({ name, versions: own }) =>
    kill(`search.${name}`, own.at(-1) ?? '1.4', `${name} crash on q`, (behaviour) => {
      aroundRoute(behaviour, routeOf(name), 'GET', (exchange, answer) =>
        exchange.query.has('q')
          ? new Response('<h1>Server Error</h1>', { status: 500 })
          : answer(exchange),
      );
    }),
  ),
  byFault('version.links', '1.2', 'addresses-name-the-latest-version'),
  kill('version.form', '1.2', 'series of 1.2 are those of 1.0', (behaviour) => {
    aroundRoute(behaviour, 'series/', 'GET', (exchange, answer) =>
      answer({ ...exchange, version: '1.0', segment: '1.0/' }),
    );
  }),
  kill('version.same-values', '1.1', 'covers of 1.1 are named otherwise', ({ fields }) => {
    const { name } = fields.cover.list;
    if (name === undefined) throw new Error('a listed cover has no name to change');
    const render: typeof name.render = (row, view) =>
      view.version === '1.1' ? `${row.name}!` : name.render(row, view);
    fields.cover.list.name = { ...name, render };
  }),
  kill('version.patches.before-1.1', '1.0', 'a patch of 1.0 has a web_url', ({ fields }) => {
    showTooEarly('web_url', '1.0', fields.patch.list);
  }),
  kill('version.patches.before-1.2', '1.1', 'a patch of 1.1 is archived', ({ fields }) => {
    showTooEarly('list_archive_url', '1.1', fields.patch.list);
  }),
  byFault('version.latest', '1.4', 'unversioned-is-the-oldest'),
];

test.for(KILLS)('$defect: $red', async (each) => {
  // What the other chapters make of it is the matter of the proof with every fault.
  const own = CHAPTERS.filter(({ requirements }) =>
    requirements.some(({ id }) => each.red.includes(id)),
  );
  expect(await redRows({ ...each, only: own.map(({ name }) => name) })).toEqual(each.red);
});

test('each requirement of these chapters that can fail is turned red by one of these defects', () => {
  expect(killed(KILLS)).toEqual(killable(...CHAPTERS));
});

test('a list that crashes leaves its filters unjudged', async () => {
  const sabotage = (behaviour: Behaviour) => crash(behaviour, 'bundles/');
  expect(
    await redRows({ defect: '', version: '1.3', sabotage, only: ['filters'], red: [] }),
  ).toEqual([]);
});

test('what the specification leaves open may be done otherwise', async () => {
  const sabotage = ({ search: columns, orders, dates, paging }: Behaviour) => {
    // Nothing is searched where there is no name, projects by their short names only, covers by more.
    Object.assign(columns, { checks: {}, events: {}, coverComments: {} });
    columns.projects = { link_name: (row) => row.link_name };
    columns.covers.content = (row) => row.content;
    // Text stands by lower case, and what is blank stands last.
    orders.compare = (one, other) => {
      const [a, b] = [one, other].map((key) => (typeof key === 'string' ? key.toLowerCase() : key));
      if (a === b || a === undefined || b === undefined) return 0;
      if (a === null || b === null) return a === null ? 1 : -1;
      return a < b ? -1 : 1;
    };
    // Times of another zone are unknown values.
    const { parse } = dates;
    dates.parse = (text) => (/[+ -]\d{2}:\d{2}$/.test(text) ? null : parse(text));
    // Links there are to the neighbours only.
    const { next = () => null, prev = () => null } = paging.relations;
    paging.relations = { next, prev };
    const { header } = paging;
    paging.header = (targets) => (targets.length === 0 ? undefined : header(targets));
  };
  const only = [...CHAPTERS.map(({ name }) => name), 'page.*'];
  expect(await redRows({ defect: '', version: '1.3', sabotage, only, red: [] })).toEqual([
    'page.first.present',
    'page.last.present',
    'page.link.single-page',
  ]);
});
