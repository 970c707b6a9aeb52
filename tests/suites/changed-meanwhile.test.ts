import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import type { Exchange } from '../../fixtures/reference/view.js';
import { judgedOtherwise } from './judged-otherwise.js';

const WANTED = {
  only: ['bundle.update.others', 'project.update.others'],
  versions: ['1.4' as const],
  writes: {},
};

test('what somebody else changes during an update is not blamed on it', async () => {
  let renamed = 0;
  const results = await judgedOtherwise((behaviour) => {
    afterEach(behaviour, ({ state }) => {
      renamed += 1;
      const [bundle] = [...state.bundles.values()].filter(({ owner }) => owner === NO_ROLE);
      const [, project] = state.projects.values();
      if (bundle === undefined || project === undefined) throw new Error('the state has neither');
      bundle.name = `renamed ${renamed}`;
      project.web_url = `https://example.net/${renamed}`;
    });
  }, WANTED);
  expect(renamed).toBeGreaterThan(2);
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});

/** A user who owns bundles and is no role of a run. */
const NO_ROLE = 6;

function afterEach(behaviour: Behaviour, change: (exchange: Exchange) => void): void {
  for (const path of ['bundles/:id/', 'projects/:id/']) {
    for (const method of ['PATCH', 'PUT']) {
      wrapRoute(behaviour, path, method, async (exchange, answer) => {
        const answered = await answer(exchange);
        change(exchange);
        return answered;
      });
    }
  }
}
