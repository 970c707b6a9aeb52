import { fileURLToPath } from 'node:url';
import { isObject } from '../harness/place.js';
import { type Ended, endedWell, measured } from './command.js';
import { projectFile } from './project.js';
import type { Served } from './reference.js';

const REPLAY = fileURLToPath(projectFile('dist/bench/replay.js'));

/** As many requests under way at once as a run has unless it is told otherwise. */
export const CONCURRENCY = 4;

/** What the requests of a run cost a client that does nothing but send them. */
export interface Floor {
  /** From the first request to the last answer, in a process that is up. */
  seconds: number;
  requests: number;
  bytes: number;
  /** The process as a whole, its start included. */
  whole: Ended;
}

/** Replays the requests of a HAR on an instance, once. Rejects with an Error if that cannot be done. */
export async function floorOf(har: string, { url, environment }: Served): Promise<Floor> {
  const whole = endedWell(await measured(REPLAY, [har, url, String(CONCURRENCY)], environment));
  const found: unknown = JSON.parse(whole.stdout);
  const { seconds, requests, bytes } = isObject(found) ? found : {};
  return { seconds: Number(seconds), requests: Number(requests), bytes: Number(bytes), whole };
}
