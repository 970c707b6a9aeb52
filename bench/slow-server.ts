import type { Found } from './bar.js';
import { seconds } from './costs-of-runs.js';
import { withDelay } from './delaying-server.js';
import { type Examined, examined, RUNS } from './examination.js';
import { median, written } from './figure.js';
import { table } from './page.js';
import { withReference } from './reference.js';

/** A list of 30 rows takes a real instance about as long. */
const DELAY_SECONDS = 0.04;

/** The default of `--concurrency`. */
const SLOTS = 4;

/** Measures reading runs of an instance that takes its time for each answer. */
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
        bars: [
          {
            says: `wall at most 1.25 × requests × 40 ms / ${SLOTS} slots + 2 s`,
            found: `${written(wall, 's')}, allowed ${written(allowed, 's')}`,
            holds: wall <= allowed,
          },
        ],
        table: table(
          ['40 ms for each answer', 'median', 'minimum', 'maximum'],
          [
            ['wall', ...[wall, Math.min(...walls), Math.max(...walls)].map((s) => written(s, 's'))],
            [`requests × 40 ms / ${SLOTS} slots`, written(least, 's'), '', ''],
          ],
        ),
      };
    }),
  );
}
