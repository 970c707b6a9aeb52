import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { jsonResponse } from '../../fixtures/reference/answers.js';
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
