import type { Ended } from '../command.js';
import { cpu, seconds } from '../costs-of-runs.js';
import { underWay, withDelay } from '../delaying-server.js';
import { examined, RUNS } from '../examination.js';
import { type Figure, figure, median, written } from '../figure.js';
import { CONCURRENCY } from '../floor.js';
import type { Part } from '../part.js';
import { withReference } from '../reference.js';

const DELAY_MS = 40;

const LEAST_BUSY = 0.85;

/** The same run where each answer takes as long as a list of 30 does on a real instance. */
export const SLOW_SERVER: Part = {
  name: 'slow-server',
  title: `Against a server that takes ${DELAY_MS} ms for each request`,
  measure: () =>
    withReference([], (served) =>
      withDelay(served.url, DELAY_MS, async ({ url, take }) => {
        const runs: Ended[] = [];
        const shares: number[][] = [];
        const least: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          take();
          const environment = { ...served.environment, CONFORMANCE_BASE_URL: url };
          runs.push(await examined({ url, environment }));
          const met = take();
          shares.push(underWay(met));
          least.push((met.length * DELAY_MS) / CONCURRENCY / 1000);
        }
        const busy = figure('share of the time that the slots are busy', 'share', shares.map(mean));
        const found = median(busy.values);
        return {
          figures: [
            figure('wall', 's', seconds(runs)),
            figure('processor', 's', cpu(runs)),
            figure(`requests × ${DELAY_MS} ms / ${CONCURRENCY} slots`, 's', least),
            busy,
            ...spread(shares),
          ],
          bars: [
            {
              says: `the slots of --concurrency are busy ${written(LEAST_BUSY, 'share')} of the time against a slow server`,
              found: written(found, 'share'),
              holds: found >= LEAST_BUSY,
            },
          ],
        };
      }),
    ),
};

/** The mean number of requests under way, as a share of those that may be. */
function mean(shares: readonly number[]): number {
  const under = shares.reduce((sum, share, count) => sum + share * count, 0);
  return under / CONCURRENCY;
}

function spread(shares: readonly number[][]): Figure[] {
  const most = Math.max(...shares.map(({ length }) => length));
  return Array.from({ length: most }, (_, count) =>
    figure(
      `time with ${count} under way`,
      'share',
      shares.map((each) => each[count] ?? 0),
    ),
  );
}
