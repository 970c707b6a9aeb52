import { expect, test } from 'vitest';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { idsWith } from '../ids-with.js';
import { judgedOtherwise } from './judged-otherwise.js';

test('what the specification leaves open may be done otherwise', async () => {
  const otherwise = ({ search, orders, dates, paging }: Behaviour) => {
    // Nothing is searched where there is no name, projects by their short names only, covers by more.
    Object.assign(search, { checks: {}, events: {}, coverComments: {} });
    search.projects = { link_name: (row) => row.link_name };
    search.covers.content = (row) => row.content;
    // A term is split at its blanks, and what is found stands in another order.
    const { matches } = search;
    search.matches = (column, term) => term.split(' ').some((word) => matches(column, word));
    orders.covers.standard = '-name';
    orders.series.standard = '-date';
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
  const results = await judgedOtherwise(otherwise, {
    only: ['filters', 'order', 'search', 'versions', 'page.*'],
    versions: ['1.3'],
  });
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([
    'page.first.present',
    'page.last.present',
    'page.link.single-page',
  ]);
});
