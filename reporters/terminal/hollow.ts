import type { Report } from '../../harness/report.js';
import { openSentence, openShare } from './open-results.js';
import { refusedSentence, unsteadySentence } from './refusals.js';

/** From this share on, results that are open fill the matrix with nothing. */
const NEARLY_ALL = 0.9;

/** Of fewer results nobody needs to be spared the sight. */
const A_HANDFUL = 20;

/**
 * Says so, in one sentence, if the run judged too little to mean anything: nearly every answer was a
 * refusal or an error of the server, no MUST was judged at all, or fewer than it had to leave open.
 * Otherwise gives nothing.
 */
export function hollowness(report: Report): string[] {
  return [refusedSentence(report) ?? openSentence(report) ?? []].flat();
}

/** What makes the results worth less than they look: that a run is hollow, or the instance unsteady. */
export function warningsOf(report: Report): string[] {
  const unsteady = refusedSentence(report) === undefined ? unsteadySentence(report) : undefined;
  return [
    ...partSentence(report),
    ...hollowness(report),
    ...(unsteady === undefined ? [] : [unsteady]),
  ];
}

/** That a report is one of several, and how they are joined. */
function partSentence({ shard }: Report): string[] {
  if (shard === undefined) return [];
  const { index, count } = shard;
  return [
    `This is shard ${index} of ${count}: what the others judge is left out. conformance merge joins their reports.`,
  ];
}

/** The same, where there is no matrix if it would be hollow; it is said that there is none, and why. */
export function warningsForMatrix(report: Report): string[] {
  const warnings = warningsOf(report);
  if (!isAllHollow(report)) return warnings;
  const [first = ''] = hollowness(report);
  return warnings.map((text) => (text === first ? `${first} ${INSTEAD}` : text));
}

/** Whether the matrix of a report would show nothing but that nothing could be judged. */
export function isAllHollow(report: Report): boolean {
  if (refusedSentence(report) !== undefined) return true;
  // What was judged before the end is worth seeing, little as it is.
  if (report.interrupted) return false;
  const { open, all } = openShare(report);
  return all >= A_HANDFUL && open >= all * NEARLY_ALL;
}

const INSTEAD =
  'There is no matrix, for it would show little else; what could not be judged, and why, is below.';
