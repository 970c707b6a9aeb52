import { expect, test } from 'vitest';
import { wrapEveryRoute } from '../../fixtures/faults/behaviour-changes.js';
import { idsWith } from '../ids-with.js';
import { judgedOtherwise } from './judged-otherwise.js';

test.for([
  // Other fields than `id`, `name` and `date` may be refused, which is recorded.
  { status: 400, fields: /^-?(id|name|date)$/, red: [] },
  { status: 500, fields: /^-?(?!user$)\w+$/, red: ['order.accepted'] },
])('lists that answer $status to an order by any other field', async ({ status, fields, red }) => {
  const results = await judgedOtherwise(
    (behaviour) =>
      wrapEveryRoute(behaviour, 'GET', (exchange, answer) => {
        const order = exchange.query.get('order');
        const isOther = order !== null && !fields.test(order);
        return isOther ? new Response('{"detail": "no such field"}', { status }) : answer(exchange);
      }),
    { only: ['order'], versions: ['1.3'] },
  );
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual(red);
  const others = results.find(({ requirement }) => requirement === 'order.others');
  const said = Object.values(others?.observed ?? {});
  expect(said).toContain(status === 400 ? 'refused (400)' : 'status 500');
});
