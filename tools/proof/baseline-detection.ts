import { readFileSync } from 'node:fs';

/**
 * The result of the first run of the suite on a set of faults, before the suite was changed because of
 * them: the requirements that failed, by the id of the fault. It is never measured again.
 */
export type BaselineDetection = Record<string, readonly string[]>;

/** Reads the baseline of the faults written from the specification. */
export function baselineDetection(folder: URL): BaselineDetection {
  return baselineIn('baseline-detection.json', folder);
}

/** Reads the baseline of the faults written from the history of the real server. */
export function baselineDetectionOfHistory(folder: URL): BaselineDetection {
  return baselineIn('baseline-detection-history.json', folder);
}

function baselineIn(name: string, folder: URL): BaselineDetection {
  const text = readFileSync(new URL(name, folder), 'utf8');
  return (JSON.parse(text) as { faults: BaselineDetection }).faults;
}

/** The number of faults that were detected. */
export function detectedAtBaseline(baseline: BaselineDetection): number {
  return Object.values(baseline).filter((requirements) => requirements.length > 0).length;
}
