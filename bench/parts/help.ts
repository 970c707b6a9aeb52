import { COMMAND, type Ended, endedWell, measured } from '../command.js';
import { cpu, peaks, seconds } from '../costs-of-runs.js';
import { figure, median, written } from '../figure.js';
import type { Part } from '../part.js';

const MOST_SECONDS = 0.15;

/** It is quick, and what is quick varies more. */
const RUNS = 15;

/** `--help`, which everybody asks for first. */
export const HELP: Part = {
  name: 'help',
  title: '`--help`',
  async measure() {
    const runs: Ended[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(endedWell(await measured(COMMAND, ['--help'])));
    }
    const wall = figure('wall', 's', seconds(runs));
    const found = median(wall.values);
    return {
      figures: [
        wall,
        figure('processor', 's', cpu(runs)),
        figure('peak memory', 'MB', peaks(runs)),
      ],
      bars: [
        {
          says: `\`--help\` within ${MOST_SECONDS} s`,
          found: written(found, 's'),
          holds: found <= MOST_SECONDS,
        },
      ],
    };
  },
};
