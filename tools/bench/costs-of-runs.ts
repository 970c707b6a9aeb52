import type { Ended } from './command.js';

/** The wall time of each, in seconds. */
export function seconds(all: readonly { seconds: number }[]): number[] {
  return all.map((each) => each.seconds);
}

/** The CPU time of each, in seconds. */
export function cpu(all: readonly Ended[]): number[] {
  return all.map((each) => each.cpuSeconds);
}

/** Peak memory of each, in megabytes. */
export function peaks(all: readonly Ended[]): number[] {
  return all.map((each) => each.peakMb);
}
