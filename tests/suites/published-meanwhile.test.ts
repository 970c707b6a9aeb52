import { expect, test } from 'vitest';
import { soundBehaviour } from '../../fixtures/reference/behaviour.js';
import { startReference } from '../../fixtures/reference/start.js';
import { idsWith, judged } from '../../tools/proof/evaluation.js';
import { answerInstead } from './sabotage.js';

test('a bundle that another user publishes is not taken for one that a refused write has made', async () => {
  const behaviour = soundBehaviour();
  let published = 0;
  answerInstead(behaviour, 'bundles/', async (sound, { state }) => {
    const answer = await sound();
    const [other] = [...state.bundles.values()].filter(({ owner }) => owner === OTTO);
    if (other === undefined) throw new Error('the user has no bundle in that state');
    published += 1;
    const id = Math.max(...state.bundles.keys()) + 1;
    state.bundles.set(id, { ...other, id, name: `of others ${published}`, public: true });
    return answer;
  });
  const reference = await startReference({ behaviour });
  try {
    const wanted = { only: ['bundle.create.*'], versions: ['1.4' as const] };
    const results = await judged(reference, { ...wanted, writes: {} });
    expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
    expect(idsWith(results, 'pass')).toContain('bundle.create.invalid.nothing-made');
    expect(published).toBeGreaterThan(2);
  } finally {
    await reference.stop();
  }
});

/** The user of the role `other`. */
const OTTO = 5;
