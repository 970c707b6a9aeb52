import type { Report, Result } from '../harness/report.js';
import type { RunVerdict } from '../harness/verdict.js';

/** How a run has come out, in a word or two, and whether that is good, bad or open. */
export interface Conclusion {
  name: string;
  tone: 'good' | 'bad' | 'open';
}

const VERDICTS: Record<RunVerdict, Conclusion> = {
  conformant: { name: 'conformant', tone: 'good' },
  nonconformant: { name: 'nonconformant', tone: 'bad' },
  incomplete: { name: 'incomplete', tone: 'open' },
};

/**
 * How a run has come out, as its exit status has it: by its verdict, or by what its baseline expects
 * where it has one. What was interrupted has come to no end.
 */
export function conclusionOf(report: Report): Conclusion {
  const conclusion = ofAll(report);
  if (report.shard === undefined) return conclusion;
  const { index, count } = report.shard;
  // A part never reads as the whole: that nothing fails in it says nothing of the others.
  const name = conclusion.name === 'conformant' ? 'no fail' : conclusion.name;
  return { ...conclusion, name: `shard ${index} of ${count}: ${name}` };
}

function ofAll({ verdict, interrupted, baseline }: Report): Conclusion {
  if (interrupted) return { name: 'interrupted', tone: 'open' };
  if (baseline === undefined) return VERDICTS[verdict];
  if (baseline.outcome === 'unexpected') return { name: 'not as expected', tone: 'bad' };
  if (baseline.outcome === 'incomplete') return VERDICTS.incomplete;
  return verdict === 'conformant' ? VERDICTS.conformant : { name: 'as expected', tone: 'good' };
}

/** How many requirements have a result that is so. */
export function requirementsWith(report: Report, isSo: (result: Result) => boolean): number {
  return new Set(report.results.filter(isSo).map(({ requirement }) => requirement)).size;
}

/** Whether a result fails, and no baseline expects it. */
export function failsUnexpectedly({ verdict, expected }: Result): boolean {
  return verdict === 'fail' && expected === undefined;
}
