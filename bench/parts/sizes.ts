import { recordedRequests } from '../archive.js';
import { examinedAndKept, requestsByVersion } from '../examination.js';
import { type Figure, figure } from '../figure.js';
import { hasOption } from '../help-text.js';
import type { Part } from '../part.js';
import { withReference } from '../reference.js';
import { MOST_REQUESTS } from './reading.js';

/** Patches of a small instance and of a large one. */
const SIZES = [100, 1_000_000];

const SAYS = `as many requests on an instance of ${SIZES.map((size) => size.toLocaleString('en')).join(' patches as on one of ')}, at most ${MOST_REQUESTS} for each version`;

/** Whether a run costs a large instance more than a small one. */
export const SIZES_PART: Part = {
  name: 'sizes',
  title: 'Small and large instances',
  async measure() {
    if (!(await hasOption('serve', '--patches'))) {
      const found = '`serve` has no --patches';
      return { figures: [], bars: [{ says: SAYS, found, holds: 'not measured' }] };
    }
    const counts = await countsOf(SIZES);
    const told = counts.map((count) => JSON.stringify(Object.fromEntries(count)));
    const versions = counts.flatMap((count) => [...count].filter(([name]) => name !== 'none'));
    const most = Math.max(...versions.map(([, requests]) => requests));
    return {
      figures: counts.flatMap((count, index) => figuresOf(count, SIZES[index] ?? 0)),
      bars: [
        {
          says: SAYS,
          found: counts.map((count) => [...count.values()].join(' + ')).join(' and '),
          holds: new Set(told).size === 1 && most <= MOST_REQUESTS,
        },
      ],
    };
  },
};

async function countsOf(sizes: readonly number[]): Promise<Map<string, number>[]> {
  const counts: Map<string, number>[] = [];
  for (const size of sizes) {
    const count = await withReference(['--patches', String(size)], (served) =>
      examinedAndKept(served, [], ({ har }) =>
        requestsByVersion(recordedRequests(har).map(({ path }) => path)),
      ),
    );
    counts.push(count);
  }
  return counts;
}

function figuresOf(count: ReadonlyMap<string, number>, size: number): Figure[] {
  const all = [...count.values()].reduce((sum, each) => sum + each, 0);
  return [figure(`requests at ${size.toLocaleString('en')} patches`, 'requests', [all])];
}
