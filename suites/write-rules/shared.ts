import type { CheckContext } from '../../harness/check-context.js';
import { inconclusive, Violation } from '../../harness/violation.js';
import { BUNDLE } from './subjects.js';

/**
 * What an earlier requirement of this run has found out by some work; nothing where none has asked
 * for it, or where it could not be had. It never sends anything.
 */
export async function alreadyKnown<T>(
  { instance }: CheckContext,
  work: string,
): Promise<T | undefined> {
  try {
    return await instance.known<T>(work);
  } catch {
    // Whoever asked for it has said so.
    return undefined;
  }
}

/**
 * Judges what was found out about one object. A violation that bundles, which are judged first,
 * have as well is one of all writes and no matter of this object: one defect, one row.
 */
export async function unlessBundlesToo<T>(
  context: CheckContext,
  subject: unknown,
  workOnBundle: string,
  judgeBundle: (found: T) => void,
  judge: () => void,
): Promise<void> {
  const own = violationOf(judge);
  if (own === undefined) return;
  const found = subject === BUNDLE ? undefined : await alreadyKnown<T>(context, workOnBundle);
  if (found !== undefined && violationOf(() => judgeBundle(found)) !== undefined) {
    inconclusive('it is the same with bundles, and judged there');
  }
  throw own;
}

function violationOf(judge: () => void): Violation | undefined {
  try {
    judge();
    return undefined;
  } catch (error) {
    if (error instanceof Violation) return error;
    throw error;
  }
}
