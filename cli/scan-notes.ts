import type { Report } from '../harness/report.js';
import type { RunSettings } from '../harness/settings.js';
import { shellWord } from '../harness/shell.js';
import { removeWalkFile } from '../harness/walk/walk-place.js';

/** Printed before an exhaustive scan: a run that is killed cannot print it later. */
export function beforeScan({ walk }: RunSettings): string | undefined {
  if (walk?.file === undefined) return undefined;
  return `progress of the scan: ${walk.file}; if this run is killed, continue with --resume ${shellWord(walk.file)}`;
}

/**
 * Returns how to resume an incomplete scan. Removes the file of a complete scan whose reports are
 * `written`. `program` is how the user starts this program.
 */
export function afterScan(
  settings: RunSettings,
  report: Report,
  written: boolean,
  program: string,
): string | undefined {
  const file = settings.walk?.file;
  if (file === undefined || report.walk === undefined) return undefined;
  if (written && report.walk.cut === undefined && report.interrupted === undefined) {
    removeWalkFile(file);
    return undefined;
  }
  return `the scan is incomplete; continue with: ${program} ${resuming(settings, file)}`;
}

/** The arguments that resume the scan; credentials come from the environment. */
function resuming({ walk, baseUrl, versions, only, skip }: RunSettings, file: string): string {
  const sample = walk?.sample;
  const words = [
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
