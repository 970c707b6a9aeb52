import { expect } from 'vitest';
import { GROUPS } from '../../cli/catalogue.js';
import { SOUND_VARIATIONS } from '../../fixtures/variations/sound/catalogue.js';
import type { SoundVariation } from '../../fixtures/variations/sound/sound-variation.js';
import { judged } from '../../tools/proof/evaluation.js';
import { idsWith } from '../ids-with.js';
import { withInstance } from './instance.js';

/** A run on a sound variation, with its name. */
export type SoundRun = [name: string, variation: SoundVariation, seed: number];

/** The runs on those variations that are tested with writes, or without. */
export function soundRuns(withWrites: boolean): SoundRun[] {
  return SOUND_VARIATIONS.filter(({ writes = false }) => writes === withWrites).flatMap(
    (variation) =>
      (variation.seeds ?? [0]).map(
        (seed): SoundRun => [`${variation.id}, seed ${seed}`, variation, seed],
      ),
  );
}

const MUSTS = GROUPS.flatMap(({ requirements }) => requirements).filter(
  ({ level }) => level === 'must',
);

/** Fails if anything fails in a run, or a MUST is inconclusive. */
export async function expectSound([, variation, seed]: SoundRun): Promise<void> {
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
}
