import type { Fault } from '../../fixtures/faults/fault.js';
import type { Group } from '../../harness/requirement.js';
import { type BaselineDetection, detectedAtBaseline } from './baseline-detection.js';
import { isDetected, type Matrix, medianFailures } from './matrix.js';

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
  const figures = paragraph(matrix, named, groups, baseline);
  return `${readme.slice(0, from)}${BEFORE}\n\n${figures}\n\n${readme.slice(to)}`;
}

function paragraph(
  { faults }: Matrix,
  named: readonly Fault[],
  groups: readonly Group[],
  baseline: BaselineDetection,
): string {
  const able = groups
    .flatMap(({ requirements }) => requirements)
    .filter(({ level }) => level !== 'observe');
  const habits = faults.filter(({ breaks }) => breaks !== undefined);
  const defects = faults.filter(({ breaks }) => breaks === undefined);
  const isCaught = (each: (typeof faults)[number]) => isDetected(each, named);
  const detected = defects.filter(isCaught).length;
  const total = Object.keys(baseline).length;
  const share = Math.round((100 * detectedAtBaseline(baseline)) / total);
  return `The embedded reference instance has ${defects.length} named faults: defects that a real implementation could have, such as
a filter that is ignored, a field in the wrong version, or a write that is accepted but not stored.
**${detected} of ${defects.length} are detected**; the median fault makes ${medianFailures(defects)} requirement fail, and each of the ${able.length} requirements
that can fail detects at least one. ${total} faults, some removed since, were written from the specification alone, before
the suite was run on them; the first run detected **${detectedAtBaseline(baseline)} of ${total} (${share} %)**, which predicts unseen defects better.
${habits.length} more faults break clients without violating the specification; ${habits.filter(isCaught).length} of ${habits.length} are detected.
[docs/proof.md](docs/proof.md) lists the faults, the requirements that detect them, and the faults that were
removed because a conforming instance may behave so or no check may look for them.`;
}
