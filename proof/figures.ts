import type { Chapter } from '../harness/requirement.js';
import { caughtAtFirst, type FirstFigure } from './first-figure.js';
import { flips, type Matrix, medianFlips } from './matrix.js';

/** What stands around the figures in the README. */
const [BEFORE, AFTER] = ['<!-- figures: npm run docs writes them -->', '<!-- end of figures -->'];

/**
 * The README with the figures of the matrix: how many faults there are, how many are caught, and how
 * many were when they were first tried. Throws an Error if it has no place for them.
 */
export function withFigures(
  readme: string,
  matrix: Matrix,
  chapters: readonly Chapter[],
  first: FirstFigure,
): string {
  const [from, to] = [readme.indexOf(BEFORE), readme.indexOf(AFTER)];
  if (from === -1 || to < from) throw new Error(`README.md has no ${BEFORE} and ${AFTER}`);
  const figures = paragraph(matrix, chapters, first);
  return `${readme.slice(0, from)}${BEFORE}\n\n${figures}\n\n${readme.slice(to)}`;
}

function paragraph({ faults }: Matrix, chapters: readonly Chapter[], first: FirstFigure): string {
  const able = chapters
    .flatMap(({ requirements }) => requirements)
    .filter(({ level }) => level !== 'observe');
  const caught = faults.filter((fault) => flips(fault) > 0).length;
  const total = Object.keys(first).length;
  return `The embedded instance can be given ${faults.length} named defects, each as a real implementation could have it: a
filter that is dropped, a gate forgotten in one embedded form, a write that is answered and not kept.
**${caught} of ${faults.length} are caught**; the median one turns ${medianFlips(faults)} requirement red, and each of the ${able.length} requirements that
can fail has been turned red by at least one. ${total} defects were thought up from the specification alone
before any of them was run; then **${caughtAtFirst(first)} of ${total} were caught**, and that first figure says more about the
defects that nobody has thought of. [proof/README.md](proof/README.md) shows which is caught by what, and
which cannot be told from a sound instance.`;
}
