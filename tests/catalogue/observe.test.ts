import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { startReference } from '../../fixtures/reference/start.js';
import { judged } from '../../tools/proof/evaluation.js';

const OBSERVING = GROUPS.flatMap(({ requirements }) => requirements).filter(
  ({ level }) => level === 'observe',
);

test('what only observes records a value of a sound instance, in every version', async () => {
  const reference = await startReference();
  try {
    const only = OBSERVING.map(({ id }) => id);
    const results = await judged(reference, { only, writes: {} });
    const idle = results.filter(
      ({ verdict, observed }) => verdict !== 'observed' || observed === undefined,
    );
    expect(idle).toEqual([]);
    const pairs = OBSERVING.flatMap((each) =>
      each.versions.map((version) => `${each.id} ${version}`),
    );
    const seen = results.map(({ requirement, version }) => `${requirement} ${version}`);
    expect(seen.sort()).toEqual(pairs.sort());
  } finally {
    await reference.stop();
  }
});
