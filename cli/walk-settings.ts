import { resolve } from 'node:path';
import type { RunSettings } from '../harness/settings.js';
import { usualWalkFile } from '../harness/walk/walk-place.js';
import type { Values } from './options.js';
import { causeOf, Refusal } from './refusal.js';
import { checkWritable } from './write-file.js';

/** How whole lists are to be walked, if they are. Throws a Refusal if the options do not fit together. */
export function keptWalkSettings(
  values: WalkValues & Pick<Values<'run'>, 'resume'>,
): Pick<RunSettings, 'walk'> {
  const { resume } = values;
  const { walk } = walkSettings(values);
  if (walk === undefined) {
    if (resume === undefined) return {};
    throw new Refusal('--resume is given alone; expected --exhaustive or --sample N as well');
  }
  return { walk: { ...walk, file: resolve(resume ?? usualWalkFile()) } };
}

/** The same for an instance that ends with the run, so that there is nothing to go on with. */
export function walkSettings({
  exhaustive = false,
  sample,
}: WalkValues): Pick<RunSettings, 'walk'> {
  if (!exhaustive && sample === undefined) return {};
  if (exhaustive && sample !== undefined) {
    throw new Refusal('--exhaustive and --sample are both given; expected one of them');
  }
  return { walk: sample === undefined ? {} : { sample } };
}

type WalkValues = Pick<Values<'demo'>, 'exhaustive' | 'sample'>;

/**
 * Rejects with a Refusal if the file of a walk cannot be written, or is there already and keeps none.
 * What reads it is loaded only where there is a walk.
 */
export async function checkWalkFile({ walk }: Pick<RunSettings, 'walk'>): Promise<void> {
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
