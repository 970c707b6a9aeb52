import type { Ended } from '../command.js';
import { cpu, peaks, seconds } from '../costs-of-runs.js';
import { examined, examinedAndReported, RUNS, verdicts } from '../examination.js';
import { figure } from '../figure.js';
import type { Part } from '../part.js';
import { withReference } from '../reference.js';

/** What `conformance demo` does, with the instance in a process of its own. */
const WRITES = ['--allow-writes', '--hazardous-inputs'];

/**
 * A run that writes as well. It has no floor: what it sends depends on what it was answered, so it
 * cannot be replayed.
 */
export const WRITING: Part = {
  name: 'writing',
  title: 'A run that writes as well',
  async measure() {
    const runs: Ended[] = [];
    // Checks cannot be undone: each run has an instance of its own.
    for (let run = 0; run < RUNS; run += 1) {
      runs.push(await withReference([], (served) => examined(served, WRITES)));
    }
    const { report } = await withReference([], (served) => examinedAndReported(served, WRITES));
    const { requests } = report.traffic;
    return {
      figures: [
        figure('wall', 's', seconds(runs)),
        figure('processor', 's', cpu(runs)),
        figure('peak memory', 'MB', peaks(runs)),
        figure('requests', 'requests', [requests]),
        figure('verdicts', 'count', [verdicts(report)]),
        figure('verdicts per request', 'ratio', [verdicts(report) / requests]),
      ],
      bars: [],
    };
  },
};
