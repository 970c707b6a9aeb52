import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isObject } from '../../harness/place.js';
import { endedWell, measured } from '../command.js';
import { examinedAndReported, RUNS } from '../examination.js';
import { figure, median, written } from '../figure.js';
import { hasOption } from '../help-text.js';
import type { Outcome, Part } from '../part.js';
import { projectFile } from '../project.js';
import { withReference } from '../reference.js';

/** Patches of a small instance and of one that is ten times as large. */
const SIZES = ['2000', '20000'];

/** Memory is flat if the large instance costs no more than this times what the small one does. */
const FLAT = 1.2;

const FEWEST_PER_SECOND = 20_000;

const WALKS = ['--exhaustive', '--versions', '1.3', '--skip', 'filters,order,search,paging'];

/** Judges objects that are in memory already, and prints how many a second, of each list and of all. */
const JUDGING = fileURLToPath(projectFile('dist/bench/judging.js'));

/** Walks over whole instances: how fast objects are judged, and whether memory grows with them. */
export const EXHAUSTIVE: Part = {
  name: 'exhaustive',
  title: 'Whole instances',
  async measure() {
    const [judging, memory] = [await measureJudging(), await measureMemory()];
    return {
      figures: [...judging.figures, ...memory.figures],
      bars: [...judging.bars, ...memory.bars],
    };
  },
};

async function measureJudging(): Promise<Outcome> {
  const says = `at least ${FEWEST_PER_SECOND.toLocaleString('en')} objects a second on the judging side`;
  if (!existsSync(JUDGING)) {
    const found = 'there is no bench/judging.ts';
    return { figures: [], bars: [{ says, found, holds: 'not measured' }] };
  }
  const rates: number[] = [];
  const ofLists = new Map<string, number[]>();
  for (let run = 0; run < RUNS; run += 1) {
    const printed: unknown = JSON.parse(endedWell(await measured(JUDGING, [])).stdout);
    const { objectsPerSecond, lists } = isObject(printed) ? printed : {};
    rates.push(Number(objectsPerSecond));
    for (const { path, objectsPerSecond: rate } of [lists].flat().filter(isObject)) {
      ofLists.set(String(path), [...(ofLists.get(String(path)) ?? []), Number(rate)]);
    }
  }
  const found = median(rates);
  return {
    figures: [
      figure('objects judged by one thread, without the network', 'per second', rates),
      ...[...ofLists].map(([path, values]) => figure(`of ${path}`, 'per second', values)),
    ],
    bars: [{ says, found: written(found, 'per second'), holds: found >= FEWEST_PER_SECOND }],
  };
}

async function measureMemory(): Promise<Outcome> {
  const says = `the memory of a walk over ten times as many objects is at most ${FLAT} times as much`;
  if (!(await hasOption('run', '--exhaustive')) || !(await hasOption('serve', '--patches'))) {
    const found = 'the command has no --exhaustive, or serve has no --patches';
    return { figures: [], bars: [{ says, found, holds: 'not measured' }] };
  }
  const walked: Awaited<ReturnType<typeof walk>>[] = [];
  for (const size of SIZES) walked.push(await walk(size));
  const [small = Number.NaN, large = Number.NaN] = walked.map(({ peakMb }) => peakMb);
  return {
    figures: walked.flatMap(({ size, requests, seconds, peakMb }) => [
      figure(`peak memory at ${size} patches`, 'MB', [peakMb]),
      figure(`requests at ${size} patches`, 'requests', [requests]),
      figure(`wall at ${size} patches`, 's', [seconds]),
    ]),
    bars: [
      {
        says,
        found: `${written(small, 'MB')} and ${written(large, 'MB')}`,
        holds: large <= FLAT * small,
      },
    ],
  };
}

async function walk(patches: string) {
  const { ran, report } = await withReference(['--patches', patches], (served) =>
    examinedAndReported(served, WALKS),
  );
  const { seconds, peakMb } = ran;
  return {
    size: Number(patches).toLocaleString('en'),
    requests: report.traffic.requests,
    seconds,
    peakMb,
  };
}
