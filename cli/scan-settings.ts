import { resolve } from 'node:path';
import type { RunSettings } from '../harness/settings.js';
import { usualWalkFile } from '../harness/walk/walk-place.js';
import type { Values } from './options.js';
import { causeOf, Refusal } from './refusal.js';
import { checkWritable } from './write-file.js';

/** The settings of `--exhaustive` and `--sample`. Throws a Refusal if options conflict. */
export function resumableScanSettings(
  values: ScanValues & Pick<Values<'run'>, 'resume'>,
): Pick<RunSettings, 'walk'> {
  const { resume } = values;
  const { walk } = scanSettings(values);
  if (walk === undefined) {
    if (resume === undefined) return {};
    throw new Refusal('--resume requires --exhaustive or --sample N');
  }
  return { walk: { ...walk, file: resolve(resume ?? usualWalkFile()) } };
}

/** The same without a file, for an instance that ends with the run. */
export function scanSettings({
  exhaustive = false,
  sample,
}: ScanValues): Pick<RunSettings, 'walk'> {
  if (!exhaustive && sample === undefined) return {};
  if (exhaustive && sample !== undefined) {
    throw new Refusal('--exhaustive and --sample cannot be combined');
  }
  return { walk: sample === undefined ? {} : { sample } };
}

type ScanValues = Pick<Values<'demo'>, 'exhaustive' | 'sample'>;

/** Rejects with a Refusal if the file of `--resume` cannot be written, or exists and is not one. */
export async function checkScanFile({ walk }: Pick<RunSettings, 'walk'>): Promise<void> {
  if (walk?.file === undefined) return;
  await checkWritable(walk.file);
  const { NotThisWalk, readWalkFile } = await import('../harness/walk/walk-file.js');
  try {
    readWalkFile(walk.file);
  } catch (error) {
    if (error instanceof NotThisWalk) throw new Refusal(`--resume: ${walk.file} ${error.message}`);
    throw new Refusal(`--resume: ${walk.file} cannot be read: ${causeOf(error)}`);
  }
}
