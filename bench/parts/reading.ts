import { FIRST_VERDICT } from '../../reporters/progress.js';
import { recordedRequests } from '../archive.js';
import type { Ended } from '../command.js';
import { cpu, peaks, seconds } from '../costs-of-runs.js';
import { examined, examinedAndKept, RUNS, requestsByVersion, verdicts } from '../examination.js';
import { figure, median, written } from '../figure.js';
import { CONCURRENCY, type Floor, floorOf } from '../floor.js';
import type { Bar, Part } from '../part.js';
import { type Served, withReference } from '../reference.js';

const MOST_OF_FLOOR = 1.3;
const MORE_THAN_FLOOR_SECONDS = 1.2;
const MOST_MB = 200;
const LATEST_VERDICT_SECONDS = 0.9;

/** The most requests for one version of a reading run. */
export const MOST_REQUESTS = 90;

const FEWEST_VERDICTS = 4;

/** A run that only reads, in every version and role, beside its floor. */
export const READING: Part = {
  name: 'reading',
  title: 'A reading run of all five versions',
  measure: () => withReference([], measureReading),
};

async function measureReading(served: Served) {
  const { runs, floors, counted } = await examinedAndKept(served, [], async ({ har, report }) => {
    const requests = recordedRequests(har).map(({ path }) => path);
    const counted = { byVersion: requestsByVersion(requests), verdicts: verdicts(report), report };
    const runs: Ended[] = [];
    const floors: Floor[] = [];
    // In turn, so that whatever else the machine does meets both.
    for (let run = 0; run < RUNS; run += 1) {
      floors.push(await floorOf(har, served));
      runs.push(await examined(served));
    }
    return { runs, floors, counted };
  });
  const { requests, bytes } = counted.report.traffic;
  const perRequest = counted.verdicts / requests;
  const wall = figure('wall', 's', seconds(runs));
  const floor = figure(`floor: wall of a bare pool of ${CONCURRENCY}`, 's', seconds(floors));
  const memory = figure('peak memory', 'MB', peaks(runs));
  const first = figure(
    'from the start of the command to the first verdict',
    's',
    runs.map(({ marks }) => marks[FIRST_VERDICT] ?? Number.NaN),
  );
  return {
    figures: [
      wall,
      first,
      figure('processor', 's', cpu(runs)),
      memory,
      floor,
      figure(
        'floor: processor, start of Node included',
        's',
        cpu(floors.map(({ whole }) => whole)),
      ),
      figure('wall, as a ratio to the floor', 'ratio', ratios(runs, floors)),
      figure('requests', 'requests', [requests]),
      ...[...counted.byVersion].map(([version, count]) =>
        figure(version === 'none' ? 'of no version' : `of version ${version}`, 'requests', [count]),
      ),
      figure('verdicts', 'count', [counted.verdicts]),
      figure('verdicts per request', 'ratio', [perRequest]),
    ],
    bars: [
      wallBar(median(wall.values), median(floor.values)),
      {
        says: `the first verdict within ${LATEST_VERDICT_SECONDS} s of the command`,
        found: written(median(first.values), 's'),
        holds: median(first.values) <= LATEST_VERDICT_SECONDS,
      },
      requestsBar(counted.byVersion, requests),
      {
        says: `at least ${FEWEST_VERDICTS} verdicts per request`,
        found: `${counted.verdicts} by ${requests} requests: ${perRequest.toFixed(2)}`,
        holds: perRequest >= FEWEST_VERDICTS,
      },
      {
        says: `peak memory below ${MOST_MB} MB`,
        found: written(median(memory.values), 'MB'),
        holds: median(memory.values) < MOST_MB,
      },
    ],
    notes: [replayed(floors, requests, bytes)],
  };
}

function ratios(runs: readonly Ended[], floors: readonly Floor[]): number[] {
  return runs.map((run, index) => run.seconds / (floors[index]?.seconds ?? Number.NaN));
}

function wallBar(wall: number, floor: number): Bar {
  const allowed = MOST_OF_FLOOR * floor + MORE_THAN_FLOOR_SECONDS;
  return {
    says: `a reading run takes at most ${MOST_OF_FLOOR} × its floor + ${MORE_THAN_FLOOR_SECONDS} s`,
    found: `${written(wall, 's')}, allowed ${written(allowed, 's')}`,
    holds: wall <= allowed,
  };
}

/** Those that name no version count as well: the sum may not be more than that of five versions. */
function requestsBar(byVersion: ReadonlyMap<string, number>, sum: number): Bar {
  const versions = [...byVersion].filter(([version]) => version !== 'none');
  const most = Math.max(...versions.map(([, count]) => count));
  return {
    says: `at most ${MOST_REQUESTS} requests for each version, and ${MOST_REQUESTS} on average with those of no version`,
    found: `${versions.map(([version, count]) => `${version}: ${count}`).join(', ')}; ${sum} in all`,
    holds: most <= MOST_REQUESTS && sum <= MOST_REQUESTS * versions.length,
  };
}

/** Whether the floor did the same work. */
function replayed(floors: readonly Floor[], requests: number, bytes: number): string {
  const sent = median(floors.map((floor) => floor.requests));
  const share = median(floors.map((floor) => floor.bytes)) / bytes;
  return `The floor sent ${sent} requests (the run ${requests}) and read ${(100 * share).toFixed(1)} % of the bytes that the run read.`;
}
