import { expect, test } from 'vitest';
import { withBehaviour, wrapRoute } from '../../fixtures/faults/behaviour-changes.js';
import { startReference } from '../../fixtures/reference/start.js';
import { authorisation } from '../../suites/authorisation/authorisation.js';
import { idsWith, judged } from '../../tools/proof/evaluation.js';
import { judgedOtherwise } from '../suites/judged-otherwise.js';

test('a run that signs in as nobody leaves nothing open of a sound instance', async () => {
  const reference = await startReference();
  try {
    const results = await judged(reference, { credentials: {} });
    expect(idsWith(results, 'fail', 'warn', 'error', 'inconclusive')).toEqual([]);
    expect(idsWith(results, 'skipped')).toContain('user.fields');
    expect(idsWith(results, 'pass')).toContain('user.types');
  } finally {
    await reference.stop();
  }
});

test('a run that knows a token only does not blame the instance', async () => {
  const reference = await startReference();
  try {
    const { token } = reference.roles.user;
    const wanted = { only: ['authorisation'], credentials: { user: { token } } };
    const results = await judged(reference, wanted);
    expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
    expect(idsWith(results, 'skipped')).toContain('auth.basic');
    expect(idsWith(results, 'inconclusive')).toEqual([]);
    expect(idsWith(results, 'pass')).toContain('auth.bundle.private.owner');
  } finally {
    await reference.stop();
  }
});

test('a run that knows names and passwords only does not blame the instance', async () => {
  const reference = await startReference();
  try {
    const { roles } = reference;
    const byName = Object.fromEntries(
      Object.entries(roles).map(([role, { name, password }]) => [role, { name, password }]),
    );
    const results = await judged(reference, { only: ['authorisation'], credentials: byName });
    expect(idsWith(results, 'fail', 'warn', 'error', 'inconclusive')).toEqual([]);
    expect(idsWith(results, 'pass')).toContain('auth.wrong-token');
  } finally {
    await reference.stop();
  }
});

test('without a private bundle nothing is said of private bundles', async () => {
  const results = await judgedOtherwise(
    (behaviour) => {
      for (const path of ['bundles/', 'bundles/:id/']) {
        wrapRoute(behaviour, path, 'GET', (exchange, answer) => {
          const { sees } = exchange.behaviour;
          const bundle: typeof sees.bundle = (_caller, row) => row.public;
          return answer(withBehaviour(exchange, { sees: { ...sees, bundle } }));
        });
      }
    },
    { only: ['authorisation'], versions: ['1.3'] },
  );
  const ofPrivates = authorisation.requirements
    .filter(
      ({ id, level }) =>
        level !== 'observe' && /bundle\.(((list|mbox)\.)?private|no-leak)/.test(id),
    )
    .map(({ id }) => id);
  expect(idsWith(results, 'inconclusive')).toEqual(ofPrivates.sort());
  expect(idsWith(results, 'fail', 'warn', 'error')).toEqual([]);
});
