import type { Ended } from './command.js';

/** Wall of each, in seconds. */
export function seconds(all: readonly { seconds: number }[]): number[] {
  return all.map((each) => each.seconds);
}

/** Processor of each, in seconds. */
export function cpu(all: readonly Ended[]): number[] {
  return all.map((each) => each.cpuSeconds);
}

/** Peak memory of each, in megabytes. */
export function peaks(all: readonly Ended[]): number[] {
  return all.map((each) => each.peakMb);
}
