import { SLOTS, sentBare } from './bare-sender.js';
import { seconds } from './costs-of-runs.js';
import { withDelay } from './delaying-server.js';
import { type Examined, examined, RUNS } from './examination.js';
import { median, written } from './figure.js';
import type { Found } from './limit.js';
import { table } from './page.js';
import { withReference } from './reference.js';

/** About the response time of a list of 30 items on a real instance. */
const DELAY_SECONDS = 0.04;

const MOST_SECONDS = 60;
const MOST_RATIO = 1.25;

/** Measures read-only runs on an instance that delays each response, and the same requests sent bare. */
export function measureSlowServer(): Promise<Found> {
  return withReference([], (served) =>
    withDelay(served.url, 1000 * DELAY_SECONDS, async (delaying) => {
      const runs: Examined[] = [];
      const bare: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const each = await examined(served, delaying);
        runs.push(each);
        bare.push(await sentBare(delaying.url, each.requests));
      }
      const walls = seconds(runs.map(({ ran }) => ran));
      const [wall, least] = [median(walls), median(bare)];
      const row = (says: string, values: readonly number[]) => [
        says,
        ...[median(values), Math.min(...values), Math.max(...values)].map((s) => written(s, 's')),
      ];
      return {
        limits: [
          {
            says: `a read-only run takes at most ${MOST_SECONDS} s`,
            found: written(wall, 's'),
            holds: wall <= MOST_SECONDS,
          },
          {
            says: `a read-only run takes at most ${MOST_RATIO} times as long as the same requests sent bare`,
            found: `${(wall / least).toFixed(2)} times`,
            holds: wall <= MOST_RATIO * least,
            isReportedOnly: true,
          },
        ],
        table: table(
          ['40 ms per response', 'median', 'minimum', 'maximum'],
          [
            row('a read-only run', walls),
            row(`the same requests sent bare, ${SLOTS} at a time`, bare),
          ],
        ),
      };
    }),
  );
}
