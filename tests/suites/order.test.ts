import { expect, test } from 'vitest';
import { withQuery, wrapEveryRoute } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { Api } from '../../harness/api.js';
import { Client } from '../../harness/client/client.js';
import { Instance } from '../../harness/instance.js';
import { LISTS } from '../../specification/lists.js';
import { ordersThatHold, requestedOrders } from '../../suites/support/lists/ordered.js';
import { idsWith } from '../../tools/proof/evaluation.js';
import { judgedOtherwise } from './judged-otherwise.js';

const ONE_VERSION = { only: ['order'], versions: ['1.3'] } as const;

/** Puts another answer in the place of those to an order by any other field than these. */
function answerOthers(behaviour: Behaviour, status: number, fields: RegExp): void {
  wrapEveryRoute(behaviour, 'GET', (exchange, answer) => {
    const order = exchange.query.get('order');
    const isOther = order !== null && !fields.test(order);
    return isOther ? new Response('{"detail": "no such field"}', { status }) : answer(exchange);
  });
}

test('other fields than `id`, `name` and `date` may be refused, which is recorded', async () => {
  const results = await judgedOtherwise(
    (behaviour) => answerOthers(behaviour, 400, /^-?(id|name|date)$/),
    ONE_VERSION,
  );
  expect(idsWith(results, 'fail', 'warn', 'error', 'inconclusive')).toEqual([]);
  const others = results.find(({ requirement }) => requirement === 'order.others');
  expect(Object.values(others?.observed ?? {})).toContain('refused (400)');
});

test('a field of a list that crashes it fails', async () => {
  const results = await judgedOtherwise(
    (behaviour) => answerOthers(behaviour, 500, /^-?(?!user$)\w+$/),
    ONE_VERSION,
  );
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual(['order.accepted']);
});

test('an instance that ignores `order` everywhere fails', async () => {
  const results = await judgedOtherwise((behaviour) => {
    wrapEveryRoute(behaviour, 'GET', (exchange, answer) =>
      answer(withQuery(exchange, (query) => query.delete('order'))),
    );
  }, ONE_VERSION);
  expect(idsWith(results, 'fail')).toEqual(['order.heeded']);
  expect(idsWith(results, 'warn')).toEqual(['order.date', 'order.id', 'order.name']);
});

test('a row that is on no page of a list in an order is lost', async () => {
  const results = await judgedOtherwise(
    ({ filters }) => {
      filters.patches.order = {
        since: '1.0',
        accept: (value) => (row) => value !== 'submitter' || row.id !== 200,
      };
    },
    { only: ['order'] },
  );
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual(['order.complete']);
  const [violation] = results.flatMap(({ violations }) => violations);
  expect(violation?.message).toContain('the item with id 200 is on no page');
});

test('the orders that hold cost no request beyond those of the group', async () => {
  const reference = await startReference();
  const client = new Client({
    baseUrl: reference.url,
    credentials: reference.roles,
    headers: [],
    concurrency: 8,
    rps: 0,
    timeoutMs: 60_000,
    maxBytes: 50_000_000,
    showEmails: false,
  });
  try {
    const api = new Api('1.3', 'anonymous', client, new Set(), 'user');
    const where = { api, instance: new Instance(api, ['1.3'], {}) };
    await requestedOrders(where);
    const { requests } = client.traffic;
    const lists = LISTS.filter(({ versions }) => versions.includes('1.3'));
    const held = (await Promise.all(lists.map((list) => ordersThatHold(list, where)))).flat();
    expect(held.length).toBeGreaterThan(0);
    expect(held.filter((order) => /^-?(url|mbox)$/.test(order))).toEqual([]);
    expect(client.traffic.requests).toBe(requests);
  } finally {
    await client.close();
    await reference.stop();
  }
});
