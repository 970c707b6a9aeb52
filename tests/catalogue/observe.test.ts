import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { startReference } from '../../fixtures/reference/start.js';
import { judgedIn } from '../../harness/requirement.js';
import { judged } from '../../proof/evaluation.js';
import { VERSIONS } from '../../specification/versions.js';

const OBSERVING = GROUPS.flatMap(({ requirements }) => requirements).filter(
  ({ level }) => level === 'observe',
);

test('what only observes records a value of a sound instance, in every version', async () => {
  const reference = await startReference();
  try {
    const only = OBSERVING.map(({ id }) => id);
    const results = await judged(reference, { only, writes: { runs: 1 } });
    const idle = results.filter(
      ({ verdict, observed }) => verdict !== 'observed' || observed === undefined,
    );
    expect(idle).toEqual([]);
    const pairs = OBSERVING.flatMap((each) =>
      judgedIn(each, VERSIONS).map((version) => `${each.id} ${version}`),
    );
    expect(results.map(({ requirement, version }) => `${requirement} ${version}`)).toEqual(pairs);
  } finally {
    await reference.stop();
  }
});
