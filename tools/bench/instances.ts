import { peaks } from './costs-of-runs.js';
import { withDelay } from './delaying-server.js';
import { type Examined, examined, RUNS, requestsByVersion } from './examination.js';
import { median, written } from './figure.js';
import type { Found, Limit } from './limit.js';
import { table } from './page.js';
import { withReference } from './reference.js';

const MOST_REQUESTS = 300;
const MOST_MB = 300;

/** The instances, and the options of `conformance serve` that start them. */
const INSTANCES: [name: string, options: string[]][] = [
  ['the reference', []],
  ['100 patches', ['--patches', '100']],
  ['1,000,000 patches', ['--patches', '1000000']],
];

/** The costs of read-only runs on one instance. */
interface Cost {
  name: string;
  /** The maximum number of requests of a run, by version. */
  requests: Map<string, number>;
  /** Peak memory of each run, in megabytes. */
  memory: number[];
}

/** Measures the requests and the memory of read-only runs, on instances of several sizes. */
export async function measureInstances(): Promise<Found> {
  const costs: Cost[] = [];
  for (const [name, options] of INSTANCES) costs.push(await costOf(name, options));
  const versions = [...(costs[0]?.requests.keys() ?? [])];
  return {
    limits: [requestsBar(costs), memoryBar(costs)],
    table: table(
      [
        'requests',
        ...versions.map((version) => (version === 'none' ? 'no version' : version)),
        'peak memory',
      ],
      costs.map(({ name, requests, memory }) => [
        name,
        ...versions.map((version) => String(requests.get(version))),
        `${written(median(memory), 'MB')} (${written(Math.min(...memory), 'MB')} to ${written(Math.max(...memory), 'MB')})`,
      ]),
    ),
  };
}

function costOf(name: string, options: readonly string[]): Promise<Cost> {
  return withReference(options, (served) =>
    withDelay(served.url, 0, async (counting) => {
      const runs: Examined[] = [];
      for (let run = 0; run < RUNS; run += 1) runs.push(await examined(served, counting));
      const requests = new Map<string, number>();
      for (const [version, count] of runs.flatMap((each) => [
        ...requestsByVersion(each.requests),
      ])) {
        requests.set(version, Math.max(count, requests.get(version) ?? 0));
      }
      return { name, requests, memory: peaks(runs.map(({ ran }) => ran)) };
    }),
  );
}

/** Requests without a version are listed but not limited; a run has few of them. */
function requestsBar(costs: readonly Cost[]): Limit {
  const most = costs.map(({ requests }) =>
    Math.max(...[...requests].flatMap(([version, count]) => (version === 'none' ? [] : count))),
  );
  return {
    says: `a read-only run sends at most ${MOST_REQUESTS} requests for each version, on a large instance as on a small one`,
    found: costs.map(({ name }, index) => `${most[index]} on ${name}`).join(', '),
    holds: Math.max(...most) <= MOST_REQUESTS,
  };
}

function memoryBar(costs: readonly Cost[]): Limit {
  const most = Math.max(...costs.flatMap(({ memory }) => memory));
  return {
    says: `its peak memory is below ${MOST_MB} MB`,
    found: `${written(most, 'MB')} at most`,
    holds: most < MOST_MB,
  };
}
