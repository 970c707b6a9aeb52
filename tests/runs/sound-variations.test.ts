import { expect, test } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { SOUND_VARIATIONS } from '../../fixtures/variations/sound/catalogue.js';
import type { SoundVariation } from '../../fixtures/variations/sound/sound-variation.js';
import { idsWith, judged } from '../../tools/proof/evaluation.js';
import { withInstance } from './instance.js';

const RUNS = SOUND_VARIATIONS.flatMap((variation) =>
  (variation.seeds ?? [0]).map((seed): [string, SoundVariation, number] => [
    `${variation.id}, seed ${seed}`,
    variation,
    seed,
  ]),
);

const MUSTS = GROUPS.flatMap(({ requirements }) => requirements).filter(
  ({ level }) => level === 'must',
);

test.for(RUNS)('%s: nothing fails, and no MUST is inconclusive', async ([, variation, seed]) => {
  const { apply: change, versions, writes, anonymous, lacksData, warns = [] } = variation;
  const results = await withInstance({ change }, (reference) =>
    judged(reference, {
      versions,
      seed,
      ...(writes && { writes: {} }),
      ...(anonymous && { credentials: {} }),
    }),
  );
  expect(idsWith(results, 'fail', 'error')).toEqual([]);
  expect(idsWith(results, 'warn')).toEqual([...warns].sort());
  const musts = results.filter(({ requirement }) => MUSTS.some(({ id }) => id === requirement));
  if (lacksData !== true) expect(idsWith(musts, 'inconclusive')).toEqual(lacksData ?? []);
  expect(idsWith(results, 'pass').length).toBeGreaterThan(50);
});
