import { seconds } from './costs-of-runs.js';
import { withDelay } from './delaying-server.js';
import { type Examined, examined, RUNS } from './examination.js';
import { median, written } from './figure.js';
import type { Found } from './limit.js';
import { table } from './page.js';
import { withReference } from './reference.js';

/** About the response time of a list of 30 items on a real instance. */
const DELAY_SECONDS = 0.04;

/** The default of `--concurrency`. */
const SLOTS = 4;

/** Measures read-only runs on an instance that delays each response. */
export function measureSlowServer(): Promise<Found> {
  return withReference([], (served) =>
    withDelay(served.url, 1000 * DELAY_SECONDS, async (delaying) => {
      const runs: Examined[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await examined(served, delaying));
      const walls = seconds(runs.map(({ ran }) => ran));
      const wall = median(walls);
      const least = (median(runs.map(({ paths }) => paths.length)) * DELAY_SECONDS) / SLOTS;
      const allowed = 1.25 * least + 2;
      return {
        limits: [
          {
            says: `wall time at most 1.25 × requests × 40 ms / ${SLOTS} slots + 2 s`,
            found: `${written(wall, 's')}, limit ${written(allowed, 's')}`,
            holds: wall <= allowed,
          },
        ],
        table: table(
          ['40 ms per response', 'median', 'minimum', 'maximum'],
          [
            [
              'wall time',
              ...[wall, Math.min(...walls), Math.max(...walls)].map((s) => written(s, 's')),
            ],
            [`requests × 40 ms / ${SLOTS} slots`, written(least, 's'), '', ''],
          ],
        ),
      };
    }),
  );
}
