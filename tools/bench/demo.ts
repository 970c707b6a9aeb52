import { COMMAND, endedWell, measured } from './command.js';
import { written } from './figure.js';
import type { Found } from './limit.js';
import { table } from './page.js';

const MOST_SECONDS = 40;

/** Measures `conformance demo`, which writes and tries hazardous inputs as well. */
export async function measureDemo(): Promise<Found> {
  const { seconds, cpuSeconds, peakMb } = endedWell(
    await measured(COMMAND, ['demo', '--seed', '1']),
  );
  return {
    limits: [
      {
        says: `\`demo\` takes at most ${MOST_SECONDS} s on two cores`,
        found: written(seconds, 's'),
        holds: seconds <= MOST_SECONDS,
      },
    ],
    table: table(
      ['', 'wall time', 'CPU time', 'peak memory'],
      [['`demo`', written(seconds, 's'), written(cpuSeconds, 's'), written(peakMb, 'MB')]],
    ),
  };
}
