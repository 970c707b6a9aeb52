import { expect, test } from 'vitest';
import { wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import type { Behaviour } from '../../fixtures/reference/behaviour.js';
import { ROLES } from '../../fixtures/reference/data/people.js';
import type { Exchange } from '../../fixtures/reference/view.js';
import { idsWith } from '../ids-with.js';
import { judgedOtherwise } from './judged-otherwise.js';

// What other people change while a run writes is not blamed on its writes.

/** The user of the role `other`, and one who owns bundles and is no role of a run. */
const [OTTO, NO_ROLE] = [5, 6];

/** Does something after each answer to such a request. */
function afterEach(
  behaviour: Behaviour,
  [path, ...methods]: readonly [path: string, ...methods: string[]],
  change: (exchange: Exchange) => void,
): void {
  for (const method of methods) {
    wrapRoute(behaviour, path, method, async (exchange, answer) => {
      const answered = await answer(exchange);
      change(exchange);
      return answered;
    });
  }
}

test('objects that others change during an update', async () => {
  let renamed = 0;
  const change = ({ state }: Exchange) => {
    renamed += 1;
    const [bundle] = [...state.bundles.values()].filter(({ owner }) => owner === NO_ROLE);
    const [, project] = state.projects.values();
    if (bundle === undefined || project === undefined) throw new Error('the state has neither');
    bundle.name = `renamed ${renamed}`;
    project.web_url = `https://example.net/${renamed}`;
  };
  const results = await judgedOtherwise(
    (behaviour) => {
      afterEach(behaviour, ['bundles/:id/', 'PATCH', 'PUT'], change);
      afterEach(behaviour, ['projects/:id/', 'PATCH', 'PUT'], change);
    },
    { only: ['bundle.update.others', 'project.update.others'], versions: ['1.4'], writes: {} },
  );
  expect(renamed).toBeGreaterThan(2);
  expect(results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass']);
});

test('what others change between two lists, which is reported', async () => {
  let changes = 0;
  const results = await judgedOtherwise(
    (behaviour) =>
      afterEach(behaviour, ['users/:id/', 'PATCH'], ({ state }) => {
        const roles = Object.values(ROLES);
        const users = [...state.users.values()];
        const unrelated = users.find(({ username }) => !roles.some((role) => role === username));
        changes += 1;
        if (unrelated !== undefined) unrelated.last_name = `Changed ${changes}`;
      }),
    { only: ['user.update.others'], versions: ['1.4'], writes: {} },
  );
  expect(results).toMatchObject([
    { verdict: 'pass', reason: expect.stringMatching(/users\/.*: others changed item \d+/) },
  ]);
});

test('a bundle that another user publishes is not one that a refused write has made', async () => {
  let published = 0;
  const results = await judgedOtherwise(
    (behaviour) =>
      afterEach(behaviour, ['bundles/', 'GET'], ({ state }) => {
        const [other] = [...state.bundles.values()].filter(({ owner }) => owner === OTTO);
        if (other === undefined) throw new Error('the user has no bundle in that state');
        published += 1;
        const id = Math.max(...state.bundles.keys()) + 1;
        state.bundles.set(id, { ...other, id, name: `of others ${published}`, public: true });
      }),
    { only: ['bundle.create.*'], versions: ['1.4'], writes: {} },
  );
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
  expect(idsWith(results, 'pass')).toContain('bundle.create.invalid.nothing-made');
  expect(published).toBeGreaterThan(2);
});
