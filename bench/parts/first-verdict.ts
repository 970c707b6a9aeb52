import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND, endedWell, measured } from '../command.js';
import { RUNS } from '../examination.js';
import { figure, median, written } from '../figure.js';
import type { Part } from '../part.js';
import { type Served, withReference } from '../reference.js';

const LATEST_SECONDS = 0.9;

const MARKER = new URL('../preload/first-verdict.js', import.meta.url);

/** How long it takes until the command has judged the first thing. */
export const FIRST_VERDICT: Part = {
  name: 'first-verdict',
  title: 'The first verdict',
  measure: () =>
    withReference([], async (served) => {
      const waits: number[] = [];
      for (let run = 0; run < RUNS; run += 1) waits.push(await firstVerdict(served));
      const found = median(waits);
      return {
        figures: [figure('from the start of the command to the first verdict', 's', waits)],
        bars: [
          {
            says: `the first verdict within ${LATEST_SECONDS} s of the command`,
            found: written(found, 's'),
            holds: found <= LATEST_SECONDS,
          },
        ],
      };
    }),
};

async function firstVerdict({ environment }: Served): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-first-'));
  const file = join(folder, 'at');
  try {
    const marked = { ...environment, BENCH_FIRST_VERDICT: file };
    const { startedAt } = endedWell(await measured(COMMAND, ['--seed', '1'], marked, [MARKER]));
    return (Number(readFileSync(file, 'utf8')) - startedAt) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
