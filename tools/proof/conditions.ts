import type { Fault } from '../../fixtures/faults/fault.js';
import {
  type EvaluatedFault,
  failureCount,
  isDetected,
  type Matrix,
  medianFailures,
} from './matrix.js';
import { DECISIONS } from './thin-passes.js';

/** A condition on the matrix, and whether it holds. */
export interface Condition {
  says: string;
  holds: boolean;
  /** The value, or the exceptions. */
  found: string;
}

/** At most this many failing requirements per fault are few. */
const FEW = 3;

/** The share of faults that must have few failing requirements. */
const MOST = 0.9;

/** More failing requirements need a reason: a fault that breaks everything. */
const MANY = 10;

/**
 * Checks the conditions on a matrix. `faults` name the requirements of which one must detect them; `decisions` are on those
 * whose pass rests on little.
 */
export function conditionsOf(
  matrix: Matrix,
  faults: readonly Fault[],
  decisions: Readonly<Record<string, string>> = DECISIONS,
): Condition[] {
  const undetected = matrix.faults.filter((each) => !isDetected(each, faults));
  const broken = matrix.faults.filter(
    ({ error, crashed }) => crashed !== undefined || Object.keys(error).length > 0,
  );
  const few = matrix.faults.filter((each) => failureCount(each) <= FEW).length;
  const median = medianFailures(matrix.faults);
  const total = matrix.faults.length;
  return [
    {
      says: 'no requirement fails, is inconclusive or ends in an error on the reference without a fault',
      holds: isClean(matrix),
      found: isClean(matrix) ? 'no exceptions' : JSON.stringify(matrix.sound),
    },
    none('every fault is detected by a requirement that it names', undetected),
    none(
      'every requirement that can fail detects a fault',
      matrix.neverFailing.map((id) => ({ id })),
    ),
    {
      says: 'the median number of failing requirements per fault is 1',
      holds: median === 1,
      found: String(median),
    },
    {
      says: `nine of ten faults make at most ${FEW} requirements fail`,
      holds: few >= MOST * total,
      found: `${few} of ${total}`,
    },
    widest(matrix.faults, faults),
    thinPasses(matrix, decisions),
    none(
      'no fault causes a suite error or a crash',
      broken.map(({ id, crashed }) => ({ id: [id, ...firstLine(crashed)].join(': ') })),
    ),
  ];
}

/** The end of the distribution: a fault that makes many requirements fail states the reason why it may. */
function widest(evaluated: readonly EvaluatedFault[], faults: readonly Fault[]): Condition {
  const reasonOf = ({ id }: EvaluatedFault) =>
    faults.find((each) => each.id === id)?.breaksEverything;
  const many = evaluated.filter((each) => failureCount(each) > MANY);
  const said = many.map(
    (each) => `${failureCount(each)} by ${each.id} (${reasonOf(each) ?? 'no reason given'})`,
  );
  return {
    says: `no fault makes more than ${MANY} requirements fail, except those marked \`breaksEverything\``,
    holds: many.every((each) => reasonOf(each) !== undefined),
    found: said.join(', ') || 'no exceptions',
  };
}

/** A pass that rests on little may be one that cannot fail: each has a decision, and each decision has its pass. */
function thinPasses({ sound }: Matrix, decisions: Readonly<Record<string, string>>): Condition {
  const thin = Object.keys('crashed' in sound ? {} : (sound.thin ?? {}));
  const decided = Object.keys(decisions);
  const open = thin.filter((id) => !decided.includes(id));
  const stale = decided.filter((id) => !thin.includes(id));
  const found = [
    ...open.map((id) => `${id} has none`),
    ...stale.map((id) => `${id} rests on more now`),
  ];
  return {
    says: 'each requirement whose pass rests on a single answer or element, or on none, has a decision (tools/proof/thin-passes.ts)',
    holds: found.length === 0,
    found: found.join(', ') || `${thin.length} of them`,
  };
}

function none(says: string, against: readonly { id: string }[]): Condition {
  const holds = against.length === 0;
  return { says, holds, found: holds ? 'no exceptions' : against.map(({ id }) => id).join(', ') };
}

/** The first line of the reason of a crash. The stack was printed during the evaluation. */
function firstLine(crashed: string | undefined): string[] {
  return crashed === undefined ? [] : crashed.split('\n', 1);
}

function isClean({ sound }: Matrix): boolean {
  if ('crashed' in sound) return false;
  return [sound.failing, sound.inconclusive, sound.error].every(
    (rows) => Object.keys(rows).length === 0,
  );
}
