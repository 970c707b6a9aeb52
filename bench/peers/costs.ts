import { cpu, peaks, seconds } from '../costs-of-runs.js';
import { withDelay } from '../delaying-server.js';
import { RUNS } from '../examination.js';
import { type Figure, figure } from '../figure.js';
import { type Served, withReference } from '../reference.js';
import { withSetting } from './settings.js';
import type { Made, Tool } from './tool.js';

/** The costs of a tool on a conforming instance. */
export interface Cost {
  tool: string;
  figures: Record<'requests' | 'checks' | 'wall' | 'processor' | 'memory', Figure>;
  /** Failures on the conforming instance; should be empty. */
  falseAlarms: string[];
}

/** Runs each tool several times on the same conforming instance, in turn, and once through a counting server. */
export async function costsOf(
  tools: readonly Tool[],
  ids: ReadonlyMap<string, number>,
  installed: string,
): Promise<Cost[]> {
  return withReference([], async (served) => {
    const costs: Cost[] = [];
    for (const tool of tools) {
      const runs: Made[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        runs.push(await withSetting(served, ids, installed, (setting) => tool.run(setting)));
      }
      const requests = await requestsOf(tool, served, ids, installed);
      const ended = runs.map((made) => made.ended);
      costs.push({
        tool: tool.name,
        figures: {
          requests: figure('requests', 'requests', [requests]),
          checks: figure('checks', 'count', [runs[0]?.checks ?? Number.NaN]),
          wall: figure('wall', 's', seconds(ended)),
          processor: figure('processor', 's', cpu(ended)),
          memory: figure('peak memory', 'MB', peaks(ended)),
        },
        falseAlarms: [...new Set(runs.flatMap(({ failed }) => failed))],
      });
      console.log(`${tool.name}: ${requests} requests, ${runs[0]?.checks} checks`);
    }
    return costs;
  });
}

/** The number of requests that reach the instance. */
function requestsOf(
  tool: Tool,
  served: Served,
  ids: ReadonlyMap<string, number>,
  installed: string,
): Promise<number> {
  return withDelay(served.url, 0, ({ url, take }) =>
    withSetting({ ...served, url }, ids, installed, async (setting) => {
      await tool.run(setting);
      return take().length;
    }),
  );
}
