import { writeFileSync } from 'node:fs';
import { CHAPTERS } from '../cli/catalogue.js';
import { FAULTS, faultNamed } from '../fixtures/faults/catalogue.js';
import { barsOf } from './bars.js';
import { firstFigure, firstFigureOfHistory } from './first-figure.js';
import { keptMatrix, outcomesOf } from './kept-matrix.js';
import { assembleMatrix, type Matrix } from './matrix.js';
import { renderPage } from './page.js';
import { SOUND } from './sound.js';
import { WITHDRAWN } from './withdrawn.js';
import { judgeAll, type Outcome } from './worker-pool.js';

// `npm run proof` judges every fault, `npm run proof -- ID…` these alone and keeps what is known of
// the others. The sound reference is judged in any case: a fault proves nothing of a requirement that is
// red without it. Both write proof/matrix.json and proof/README.md, and end with 1 if a bar does not hold.

/** The folder of the sources, seen from dist/proof, in which the results are kept. */
const FOLDER = new URL('../../proof/', import.meta.url);

const asked = process.argv.slice(2).map(known);
const ids = [SOUND, ...(asked.length > 0 ? asked : FAULTS.map(({ id }) => id))];
const outcomes: Map<string, Outcome> =
  asked.length > 0 ? outcomesOf(keptMatrix(FOLDER)) : new Map();

// Several are judged at once; they are told in their order all the same.
const judged = new Map<string, Outcome>();
let next = 0;
await judgeAll(ids, ({ id, outcome }) => {
  outcomes.set(id, outcome);
  judged.set(id, outcome);
  for (let turn = judged.get(ids[next] ?? ''); turn; turn = judged.get(ids[next] ?? '')) {
    console.log(`${next + 1}/${ids.length}  ${ids[next]}: ${told(turn)}`);
    next += 1;
  }
});

const requirements = CHAPTERS.flatMap((chapter) => chapter.requirements);
const sound = outcomes.get(SOUND) ?? { crashed: 'it was not judged' };
keep(assembleMatrix(FAULTS, requirements, sound, outcomes));

function keep(matrix: Matrix): void {
  writeFileSync(new URL('matrix.json', FOLDER), asText(matrix));
  const parts = {
    matrix,
    faults: FAULTS,
    chapters: CHAPTERS,
    first: firstFigure(FOLDER),
    firstOfHistory: firstFigureOfHistory(FOLDER),
    withdrawn: WITHDRAWN,
  };
  writeFileSync(new URL('README.md', FOLDER), renderPage(parts));
  const bars = barsOf(matrix, FAULTS);
  for (const { says, holds, found } of bars) {
    console.log(`${holds ? 'holds' : 'BROKEN'}  ${says}: ${found}`);
  }
  process.exitCode = bars.every(({ holds }) => holds) ? 0 : 1;
}

/** A fault a line, so that a change of one is a change of one line. */
function asText({ faults, ...rest }: Matrix): string {
  const head = JSON.stringify(rest).slice(0, -1);
  const rows = faults.map((fault) => JSON.stringify(fault)).join(',\n');
  return `${head},"faults":[\n${rows}\n]}\n`;
}

/** An id that there is; of another it is said in one line, and the proof ends. */
function known(id: string): string {
  try {
    return faultNamed(id).id;
  } catch (error) {
    console.error(`proof: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

function told(outcome: Outcome): string {
  if ('crashed' in outcome) return `came to no finding, ${outcome.crashed}`;
  return Object.keys(outcome.red).join(' ') || 'nothing turned red';
}
