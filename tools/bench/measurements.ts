import { medianOf } from '../../harness/client/traffic-log.js';
import { isVersion, VERSIONS } from '../../specification/versions.js';
import { measured, type Ran, type Served, withReference } from './processes.js';
import { type Delaying, type Received, SLOTS, sentBare, withDelay } from './server.js';

/** The number of runs per measurement. */
const RUNS = 5;

/** The limits of a run; times are in seconds. */
const MOST_REQUESTS = 500;
const MOST_WITHOUT_VERSION = 200;
const MOST_MB = 300;
const MOST_SECONDS = 60;
const MOST_RATIO = 1.25;
const MOST_DEMO_SECONDS = 40;

/** About the response time of a list of 30 items on a real instance. */
const DELAY_MS = 40;

/** The instances, and the options of `conformance serve` that start them. */
const INSTANCES: [name: string, options: string[]][] = [
  ['the reference', []],
  ['100 patches', ['--patches', '100']],
  ['1,000,000 patches', ['--patches', '1000000']],
];

/** A condition on the measurements. */
export interface Limit {
  says: string;
  /** The measured value. */
  found: string;
  holds: boolean;
  /** Set if the command does not fail when the limit is exceeded. */
  isReportedOnly?: true;
}

/** The results of a part of the benchmark: its limits, and a table. */
export interface Found {
  limits: Limit[];
  head: string[];
  rows: string[][];
}

/** Measures the requests and the memory of read-only runs, on instances of several sizes. */
export async function measureInstances(): Promise<Found> {
  const costs: Awaited<ReturnType<typeof costOf>>[] = [];
  for (const [name, options] of INSTANCES) costs.push(await costOf(name, options));
  const versions = [...VERSIONS, 'none'];
  const most = costs.map(({ requests }) =>
    Math.max(...VERSIONS.map((version) => requests.get(version) ?? 0)),
  );
  const without = costs.map(({ requests }) => requests.get('none') ?? 0);
  const peak = Math.max(...costs.flatMap(({ memory }) => memory));
  return {
    limits: [
      {
        says: `a read-only run sends at most ${MOST_REQUESTS} requests for each version, on a large instance as on a small one`,
        found: costs.map(({ name }, index) => `${most[index]} on ${name}`).join(', '),
        holds: Math.max(...most) <= MOST_REQUESTS,
      },
      {
        says: `and at most ${MOST_WITHOUT_VERSION} without a version`,
        found: costs.map(({ name }, index) => `${without[index]} on ${name}`).join(', '),
        holds: Math.max(...without) <= MOST_WITHOUT_VERSION,
      },
      {
        says: `its peak memory is below ${MOST_MB} MB`,
        found: `${megabytes(peak)} at most`,
        holds: peak < MOST_MB,
      },
    ],
    head: [
      'requests',
      ...versions.map((version) => (version === 'none' ? 'no version' : version)),
      'peak memory',
    ],
    rows: costs.map(({ name, requests, memory }) => [
      name,
      ...versions.map((version) => String(requests.get(version))),
      `${megabytes(medianOf(memory))} (${megabytes(Math.min(...memory))} to ${megabytes(Math.max(...memory))})`,
    ]),
  };
}

function costOf(name: string, options: readonly string[]) {
  return withReference(options, (served) =>
    withDelay(served.url, 0, async (counting) => {
      /** The maximum number of requests of a run, by version. */
      const requests = new Map<string, number>();
      const memory: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const each = await readOnlyRun(served, counting);
        memory.push(each.peakMb);
        for (const [version, count] of requestsByVersion(each.requests)) {
          requests.set(version, Math.max(count, requests.get(version) ?? 0));
        }
      }
      return { name, requests, memory };
    }),
  );
}

/** Measures read-only runs on an instance that delays each response, and the same requests sent bare. */
export function measureSlowServer(): Promise<Found> {
  return withReference([], (served) =>
    withDelay(served.url, DELAY_MS, async (delaying) => {
      const walls: number[] = [];
      const bare: number[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        const each = await readOnlyRun(served, delaying);
        walls.push(each.seconds);
        bare.push(await sentBare(delaying.url, each.requests));
      }
      const [wall, least] = [medianOf(walls), medianOf(bare)];
      const row = (says: string, values: readonly number[]) => [
        says,
        ...[medianOf(values), Math.min(...values), Math.max(...values)].map(inSeconds),
      ];
      return {
        limits: [
          {
            says: `a read-only run takes at most ${MOST_SECONDS} s`,
            found: inSeconds(wall),
            holds: wall <= MOST_SECONDS,
          },
          {
            says: `a read-only run takes at most ${MOST_RATIO} times as long as the same requests sent bare`,
            found: `${(wall / least).toFixed(2)} times`,
            holds: wall <= MOST_RATIO * least,
            isReportedOnly: true,
          },
        ],
        head: ['40 ms per response', 'median', 'minimum', 'maximum'],
        rows: [
          row('a read-only run', walls),
          row(`the same requests sent bare, ${SLOTS} at a time`, bare),
        ],
      };
    }),
  );
}

/** Measures `conformance demo`, which writes and tries hazardous inputs as well. */
export async function measureDemo(): Promise<Found> {
  const { seconds, cpuSeconds, peakMb } = await measured(['demo', '--seed', '1']);
  return {
    limits: [
      {
        says: `\`demo\` takes at most ${MOST_DEMO_SECONDS} s on two cores`,
        found: inSeconds(seconds),
        holds: seconds <= MOST_DEMO_SECONDS,
      },
    ],
    head: ['', 'wall time', 'CPU time', 'peak memory'],
    rows: [['`demo`', inSeconds(seconds), inSeconds(cpuSeconds), megabytes(peakMb)]],
  };
}

/**
 * Tests an instance with all roles, through a recording server and without report files. Rejects with an
 * Error if the instance is not conformant.
 */
async function readOnlyRun(
  { environment }: Served,
  { url, take }: Delaying,
): Promise<Ran & { requests: Received[] }> {
  take();
  // The seed fixes the order of the requests.
  const ran = await measured(['--seed', '1'], { ...environment, CONFORMANCE_BASE_URL: url });
  return { ...ran, requests: take() };
}

/** The number of requests per version, and without a version that exists. */
export function requestsByVersion(
  requests: readonly Pick<Received, 'path'>[],
): Map<string, number> {
  const counts = new Map<string, number>([...VERSIONS, 'none'].map((version) => [version, 0]));
  for (const { path } of requests) {
    const named = /\/api\/(\d+\.\d+)(\/|$)/.exec(path)?.[1] ?? '';
    const version = isVersion(named) ? named : 'none';
    counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return counts;
}

function inSeconds(value: number): string {
  return `${value.toFixed(2)} s`;
}

function megabytes(value: number): string {
  return `${Math.round(value)} MB`;
}
