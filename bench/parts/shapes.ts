import { recordedRequests } from '../archive.js';
import type { Ended } from '../command.js';
import { cpu, peaks, seconds } from '../costs-of-runs.js';
import { examined, examinedAndKept, RUNS, verdicts } from '../examination.js';
import { figure, median, written } from '../figure.js';
import { type Floor, floorOf } from '../floor.js';
import type { Bar, Part } from '../part.js';
import { withReference } from '../reference.js';
import { shapes } from '../shapes.js';

const VERSION = '1.3';

/** What a check of 22 operations may take where their floor, start of Node included, is 0.3 s. */
const MOST_SECONDS = 1.2;
const WHERE_FLOOR_SECONDS = 0.3;

/** The forms of one version and nothing else: what somebody runs fifty times a day. */
export const SHAPES: Part = {
  name: 'shapes',
  title: `The forms of version ${VERSION} and nothing else`,
  measure: () =>
    withReference([], async (served) => {
      const only = ['--versions', VERSION, '--only', shapes().join(',')];
      return examinedAndKept(served, only, async ({ har, report }) => {
        const runs: Ended[] = [];
        const floors: Floor[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          floors.push(await floorOf(har, served));
          runs.push(await examined(served, only));
        }
        const wall = figure('wall', 's', seconds(runs));
        const wholes = floors.map(({ whole }) => whole);
        const floor = figure('floor: wall, start of Node included', 's', seconds(wholes));
        return {
          figures: [
            wall,
            figure('processor', 's', cpu(runs)),
            figure('peak memory', 'MB', peaks(runs)),
            floor,
            figure('floor: wall from the first request to the last answer', 's', seconds(floors)),
            figure('requests', 'requests', [recordedRequests(har).length]),
            figure('verdicts', 'count', [verdicts(report)]),
          ],
          bars: [bar(median(wall.values), median(floor.values))],
        };
      });
    }),
};

/** Said of a machine on which the floor is 0.3 s; on a faster or slower one by the same ratio. */
function bar(wall: number, floor: number): Bar {
  const most = (MOST_SECONDS / WHERE_FLOOR_SECONDS) * floor;
  return {
    says: `the read operations of one version within ${MOST_SECONDS} s where their floor is ${WHERE_FLOOR_SECONDS} s`,
    found: `${written(wall, 's')} where it is ${written(floor, 's')}, allowed ${written(most, 's')}`,
    holds: wall <= most,
  };
}
