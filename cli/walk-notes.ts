import type { Report } from '../harness/report.js';
import type { RunSettings } from '../harness/settings.js';
import { shellWord } from '../harness/shell.js';
import { removeWalkFile } from '../harness/walk/walk-place.js';

/** Told before a walk begins: a run that is killed leaves its file, and says nothing any more. */
export function beforeWalk({ walk }: RunSettings): string | undefined {
  if (walk?.file === undefined) return undefined;
  return `how far the walk has come is kept in ${walk.file}; --resume ${shellWord(walk.file)} goes on after a kill`;
}

/**
 * What there is to say of the file of a walk when its run is over: how to go on with what was not
 * walked. Where all was walked, and the reports are `written`, the file is removed.
 */
export function afterWalk(
  settings: RunSettings,
  report: Report,
  written: boolean,
): string | undefined {
  const file = settings.walk?.file;
  if (file === undefined || report.walk === undefined) return undefined;
  if (written && report.walk.cut === undefined && report.interrupted === undefined) {
    removeWalkFile(file);
    return undefined;
  }
  return `the walk has not come to its end; this goes on with it: ${resuming(settings, file)}`;
}

/** The command that goes on; how callers sign in stands in the environment. */
function resuming({ walk, baseUrl, versions, only, skip }: RunSettings, file: string): string {
  const sample = walk?.sample;
  const words = [
    'conformance',
    '--base-url',
    baseUrl,
    ...(versions === undefined ? [] : ['--versions', versions.join(',')]),
    ...only.flatMap((name) => ['--only', name]),
    ...skip.flatMap((name) => ['--skip', name]),
    ...(sample === undefined ? ['--exhaustive'] : ['--sample', String(sample)]),
    '--resume',
    file,
  ];
  return words.map(shellWord).join(' ');
}
