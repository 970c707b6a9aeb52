import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { CLIENT_CONTRACTS, GROUPS } from '../../cli/catalogue.js';
import { FAULTS, FAULTS_BY_FILE, faultNamed } from '../../fixtures/faults/catalogue.js';
import { conditionsOf } from './conditions.js';
import { assembleMatrix, type Matrix, outcomesOf, SOUND, storedMatrix } from './matrix.js';
import { renderPage } from './page.js';
import { touchedFaults } from './touched-faults.js';
import { evaluateAll, type Outcome } from './worker-pool.js';

// `npm run proof` evaluates every fault. `npm run proof -- ID…` evaluates only these, and `npm run proof --
// --since COMMIT` those that the changes since then touch; both keep the stored results of the others. The
// reference without a fault is always included, because a requirement that fails without a fault proves
// nothing. All write tools/proof/matrix.json and docs/proof.md, and exit with 1 if a condition does not hold.

/** The checkout, relative to dist/tools/proof. */
const ROOT = new URL('../../../', import.meta.url);
const FOLDER = new URL('tools/proof/', ROOT);

// PROOF_PART=0/32 evaluates every 32nd fault, 1/32 to 31/32 the others: one run of CI has not the time for all.
const [part = 0, parts = 1] = (process.env.PROOF_PART ?? '0/1').split('/').map(Number);
const requirementGroups = [...GROUPS, ...CLIENT_CONTRACTS.groups];
const selected = selectedBy(process.argv.slice(2));
const ids = [SOUND, ...selected];
const outcomes: Map<string, Outcome> =
  selected.length < FAULTS.length ? outcomesOf(storedMatrix(FOLDER)) : new Map();

// Faults are evaluated in parallel but reported in their order.
const evaluated = new Map<string, Outcome>();
let next = 0;
await evaluateAll(ids, ({ id, outcome }) => {
  outcomes.set(id, outcome);
  evaluated.set(id, outcome);
  for (let turn = evaluated.get(ids[next] ?? ''); turn; turn = evaluated.get(ids[next] ?? '')) {
    console.log(`${next + 1}/${ids.length}  ${ids[next]}: ${summaryOf(turn)}`);
    next += 1;
  }
});

const requirements = requirementGroups.flatMap((group) => group.requirements);
const sound = outcomes.get(SOUND) ?? { crashed: 'not evaluated' };
store(assembleMatrix(FAULTS, requirements, sound, outcomes));

function store(matrix: Matrix): void {
  writeFileSync(new URL('matrix.json', FOLDER), asText(matrix));
  writeFileSync(new URL('docs/proof.md', ROOT), renderPage(FOLDER, matrix));
  const conditions = conditionsOf(matrix, FAULTS);
  for (const { says, holds, found } of conditions) {
    console.log(`${holds ? 'holds' : 'VIOLATED'}  ${says}: ${found}`);
  }
  process.exitCode = conditions.every(({ holds }) => holds) ? 0 : 1;
}

/** One fault per line, so that a change of a fault changes one line. */
function asText({ faults, ...rest }: Matrix): string {
  const head = JSON.stringify(rest).slice(0, -1);
  const rows = faults.map((fault) => JSON.stringify(fault)).join(',\n');
  return `${head},"faults":[\n${rows}\n]}\n`;
}

/** The ids of the faults to evaluate, by the arguments; without any, those of the part. */
function selectedBy(given: readonly string[]): string[] {
  const [first, commit = 'HEAD~1'] = given;
  if (first === '--since') {
    const changed = execFileSync('git', ['diff', '--name-only', commit], { encoding: 'utf8' });
    const faults = touchedFaults(changed.split('\n'), FAULTS_BY_FILE, requirementGroups);
    console.log(`${faults.length} faults are touched, or stand for those that are`);
    return faults.map(({ id }) => id);
  }
  if (given.length > 0) return given.map(existingId);
  return FAULTS.map(({ id }) => id).filter((_, index) => index % parts === part);
}

/** Returns the id if it exists; otherwise prints one line and exits. */
function existingId(id: string): string {
  try {
    return faultNamed(id).id;
  } catch (error) {
    console.error(`proof: ${error instanceof Error ? error.message : error}`);
    process.exit(2);
  }
}

function summaryOf(outcome: Outcome): string {
  if ('crashed' in outcome) return `crashed: ${outcome.crashed}`;
  return Object.keys(outcome.failing).join(' ') || 'nothing fails';
}
