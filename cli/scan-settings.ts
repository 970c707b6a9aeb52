import type { RunSettings } from '../harness/settings.js';
import type { Values } from './options.js';
import { Refusal } from './refusal.js';

/** The settings of `--exhaustive` and `--sample`. Throws a Refusal for both. */
export function scanSettings({
  exhaustive = false,
  sample,
}: Pick<Values<'demo'>, 'exhaustive' | 'sample'>): Pick<RunSettings, 'scan'> {
  if (!exhaustive && sample === undefined) return {};
  if (exhaustive && sample !== undefined) {
    throw new Refusal('--exhaustive and --sample cannot be combined');
  }
  return { scan: { sample } };
}
