import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { faultNamed } from '../../fixtures/faults/catalogue.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Exchange } from '../../fixtures/reference/view.js';
import { idsWith } from '../../tools/proof/evaluation.js';
import { judgedOtherwise } from './judged-otherwise.js';

// One request may serve several requirements: it is sent again only if the first one does not suffice.

test('what has checks is found among the newest events, and where these name others, by the category', async () => {
  const categories: (string | null)[] = [];
  const record = (behaviour: Behaviour) =>
    recorded(behaviour, 'events/', ({ query }) => categories.push(query.get('category')));
  const wanted = { only: ['check.detail', 'check.list'], versions: ['1.3'] } as const;
  expect(idsWith(await judgedOtherwise(record, wanted), 'pass')).toEqual(wanted.only);
  expect(categories).toEqual([null]);

  const misled = await judgedOtherwise((behaviour) => {
    record(behaviour);
    faultNamed('check-event-has-first-patch').apply(behaviour);
  }, wanted);
  expect(idsWith(misled, 'pass')).toEqual(wanted.only);
  expect(categories).toContain('check-created');
});

function recorded(
  behaviour: Behaviour,
  path: string,
  record: (exchange: Exchange) => unknown,
): void {
  wrapRoute(behaviour, path, 'GET', (exchange, answer) => {
    record(exchange);
    return answer(exchange);
  });
}
