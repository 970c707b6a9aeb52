import type { Fault } from '../../fixtures/faults/fault.js';
import type { Group } from '../../harness/requirement.js';
import {
  type BaselineDetection,
  detectedAtBaseline,
  isDetected,
  type Matrix,
  medianFailures,
} from './matrix.js';

/** The markers around the figures in the README. */
const [BEFORE, AFTER] = ['<!-- figures: npm run docs writes them -->', '<!-- end of figures -->'];

/**
 * Returns the README with the figures of the matrix: the number of faults, the number detected, and the
 * baseline detection rate. Throws an Error if the markers are missing.
 */
export function withFigures(
  readme: string,
  matrix: Matrix,
  named: readonly Fault[],
  groups: readonly Group[],
  baseline: BaselineDetection,
): string {
  const [from, to] = [readme.indexOf(BEFORE), readme.indexOf(AFTER)];
  if (from === -1 || to < from) throw new Error(`README.md has no ${BEFORE} and ${AFTER}`);
  const text = figures(matrix, named, groups, baseline);
  return `${readme.slice(0, from)}${BEFORE}\n\n${text}\n\n${readme.slice(to)}`;
}

function figures(
  { faults }: Matrix,
  named: readonly Fault[],
  groups: readonly Group[],
  baseline: BaselineDetection,
): string {
  const able = groups
    .flatMap(({ requirements }) => requirements)
    .filter(({ level }) => level !== 'observe');
  const variants = faults.filter(({ breaks }) => breaks !== undefined);
  const defects = faults.filter(({ breaks }) => breaks === undefined);
  const isCaught = (each: (typeof faults)[number]) => isDetected(each, named);
  const detected = defects.filter(isCaught).length;
  const total = Object.keys(baseline).length;
  const share = Math.round((100 * detectedAtBaseline(baseline)) / total);
  return `**${detectedAtBaseline(baseline)} of ${total} defects (${share} %) were detected in the first run.** They were written from the specification alone, before
the suite was run on them: a filter that is ignored, a field in the wrong version, a write that is accepted but not stored.
Expect the suite to miss about ${100 - share} % of the defects that nobody has thought of.

Since then the suite was extended by what it missed, and each new requirement got faults to detect. So it is by construction
that all ${able.length} requirements that can fail detect a fault, and that ${detected} of the ${defects.length} faults of today are detected; the median
fault makes ${medianFailures(defects)} requirement fail. Of ${variants.length} more faults, which break clients without violating the specification,
${variants.filter(isCaught).length} are detected. [docs/proof.md](docs/proof.md) lists the faults, the requirements that detect them, and the faults that were
removed because a conforming instance may behave so or no check may look for them.`;
}
