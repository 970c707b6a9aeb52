import type { Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { isChecked, isViolated } from './change-kind.js';
import type { Pair } from './changes.js';
import { isComparable } from './depth.js';
import { resultIn, type Side } from './side.js';

/** A version as a subject checked it. */
export interface Cell {
  name: string;
  side: Side;
  version: Version;
}

/** A result on a requirement, and where it is from. */
interface Known extends Cell {
  result: Result;
}

/**
 * What a subject says of a requirement, and what those before it, the nearest first, say: of these the nearest that
 * checked it and can be compared. Undefined if none of them knows of it.
 */
export function pairOf(requirement: string, to: Cell, before: readonly Cell[]): Pair | undefined {
  const [from] = before;
  const checked = before.flatMap((cell): Known[] => {
    const result = resultIn(cell.side, requirement, cell.version);
    return result === undefined || !isChecked(result.verdict) ? [] : [{ ...cell, result }];
  });
  const own = from && resultIn(from.side, requirement, from.version);
  const known = own ?? checked[0]?.result;
  if (from === undefined || known === undefined) return undefined;
  const here = own ?? missing(known, from);
  const other = resultIn(to.side, requirement, to.version) ?? missing(known, to);
  const now = { ...to, result: other };
  const last = isViolated(other.verdict)
    ? againstViolation(checked, now)
    : (checked.find((each) => canBeHeld(each, now)) ?? checked[0]);
  return {
    requirement,
    from: here,
    to: other,
    last: last === undefined || last.result === own ? undefined : { subject: last.name, ...last },
    isComparable: last === undefined || canBeHeld(last, now),
  };
}

/**
 * What a violation is held against, of the results before, the nearest first: a pass that can be compared, or a violation
 * that could be held against the pass before it. Of others the last pass, with which it cannot be compared.
 */
function againstViolation(checked: readonly Known[], now: Known): Known | undefined {
  const isPass = ({ result }: Known) => !isViolated(result.verdict);
  const isKnown = (each: Known, index: number) => {
    if (isPass(each)) return canBeHeld(each, now);
    // What a later pass has refuted is no violation any more.
    if (checked.slice(0, index).some((later) => isPass(later) && canBeHeld(later, each)))
      return false;
    const passBefore = checked.slice(index + 1).find(isPass);
    return passBefore === undefined || canBeHeld(passBefore, each);
  };
  return checked.find(isKnown) ?? checked.find(isPass) ?? checked[0];
}

/** Whether two results can be held against each other: a pass and a violation only if both sent what shows it. */
function canBeHeld(one: Known, other: Known): boolean {
  const [violated, passing] = isViolated(one.result.verdict) ? [one, other] : [other, one];
  const areAlike = isViolated(passing.result.verdict) || !isViolated(violated.result.verdict);
  if (areAlike || !isChecked(passing.result.verdict)) return true;
  return isComparable(passing.side.report, {
    report: violated.side.report,
    result: violated.result,
  });
}

/** What a report that has no result on something says of it. */
function missing({ requirement }: Result, { name, side, version }: Cell): Result {
  const isExamined = side.report.target.versionsExamined.includes(version);
  return {
    requirement,
    version,
    verdict: 'skipped',
    reason: isExamined
      ? `${name} has no result of it`
      : `${version} was not tested in ${name} (--versions)`,
    violations: [],
    durationMs: 0,
    exchanges: [],
  };
}
