import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { jsonResponse } from '../../fixtures/reference/answers.js';
import { ROLES } from '../../fixtures/reference/data/people.js';
import { judgedOtherwise } from './judged-otherwise.js';

test('a list that did not answer before a write is not blamed on it', async () => {
  const results = await judgedOtherwise(
    (behaviour) =>
      wrapRoute(behaviour, 'events/', 'GET', ({ behaviour: own }) => jsonResponse(own, {}, 500)),
    { only: ['check.create.others', 'check.create.event', 'event.list'], writes: {} },
  );
  const verdicts = results.map(({ requirement, verdict }) => `${requirement} ${verdict}`);
  expect(new Set(verdicts.filter((each) => !each.endsWith(' not-applicable')))).toEqual(
    new Set(['event.list fail', 'check.create.event inconclusive', 'check.create.others pass']),
  );
});

test('what other people change between two lists is reported, and no failure', async () => {
  let changes = 0;
  const results = await judgedOtherwise(
    (behaviour) =>
      wrapRoute(behaviour, 'users/:id/', 'PATCH', (exchange, answer) => {
        const roles = Object.values(ROLES);
        const users = [...exchange.state.users.values()];
        const stranger = users.find(({ username }) => !roles.some((role) => role === username));
        changes += 1;
        if (stranger !== undefined) stranger.last_name = `Changed ${changes}`;
        return answer(exchange);
      }),
    { only: ['user.update.others'], versions: ['1.4'], writes: {} },
  );
  expect(results).toMatchObject([
    { verdict: 'pass', reason: expect.stringMatching(/users\/.*: others changed item \d+/) },
  ]);
});
