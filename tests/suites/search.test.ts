import { expect, test } from 'vitest';
import { withQuery, wrapEveryRoute, wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { idsWith } from '../../tools/proof/evaluation.js';
import { judgedOtherwise } from './judged-otherwise.js';

const ONE_VERSION = { only: ['search'], versions: ['1.3'] } as const;

test('an instance that ignores `q` everywhere fails', async () => {
  const results = await judgedOtherwise((behaviour) => {
    wrapEveryRoute(behaviour, 'GET', (exchange, answer) =>
      answer(withQuery(exchange, (query) => query.delete('q'))),
    );
  }, ONE_VERSION);
  expect(idsWith(results, 'fail')).toEqual(['search.heeded']);
  expect(idsWith(results, 'warn')).toEqual(['search.selects']);
});

test('a server may split a term at its blanks, and put what is found in another order', async () => {
  const results = await judgedOtherwise((behaviour) => {
    const { search, orders } = behaviour;
    const { matches } = search;
    search.matches = (column, term) => term.split(' ').some((word) => matches(column, word));
    orders.covers.standard = '-name';
    orders.series.standard = '-date';
  }, ONE_VERSION);
  expect(idsWith(results, 'fail', 'warn', 'error', 'inconclusive')).toEqual([]);
});

test('a search that crashes at a list is one result', async () => {
  const results = await judgedOtherwise((behaviour) => {
    wrapRoute(behaviour, 'series/', 'GET', (exchange, answer) =>
      exchange.query.has('q') ? new Response('error', { status: 500 }) : answer(exchange),
    );
  }, ONE_VERSION);
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual(['search.series']);
});

test('a search that does not find a row of the list is one result', async () => {
  const lost = await judgedOtherwise(({ filters: { people } }) => {
    people.q = {
      since: '1.0',
      accept: () => (row) => row.name === null || !row.name.includes('Reza'),
    };
  }, ONE_VERSION);
  // In this version people are searched for by two words.
  expect(idsWith(lost, 'fail', 'warn', 'error')).toEqual(['search.finds']);
});
