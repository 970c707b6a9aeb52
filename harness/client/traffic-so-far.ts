import type { Traffic } from '../report.js';

/**
 * What has gone over the wire until a judgement. The statuses stand in a list: as keys of an object
 * they would have an array of 500 places made for each of a thousand judgements, in both threads.
 */
export interface TrafficSoFar extends Omit<Traffic, 'byStatus'> {
  statuses?: [status: number, times: number][];
}

/** The same as a report has it. */
export function trafficOf({ statuses = [], ...sums }: TrafficSoFar): Traffic {
  return { ...sums, byStatus: Object.fromEntries(statuses) };
}
