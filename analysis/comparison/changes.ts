import type { ReportedRequirement, Result } from '../../harness/report.js';
import type { Level } from '../../harness/verdict.js';
import { CHANGE_KINDS, type ChangeKind, changeKind, isChecked } from './change-kind.js';
import type { Change, Judged } from './comparison.js';

const LEVELS: readonly Level[] = ['must', 'should', 'observe'];

/** Two results on the same requirement. */
export interface Pair {
  requirement: string;
  from: Result;
  to: Result;
  /** The result of a subject before, where `from` says nothing or cannot be compared. */
  last?: { subject: string; result: Result };
  /** Whether a pass and a violation of the two can be held against each other. */
  isComparable: boolean;
}

/** What the pairs come to. */
export interface Changes {
  changes: Change[];
  counts: Record<ChangeKind, number>;
  unchanged: number;
}

/**
 * What changed, a requirement at a time: the gravest kind first, the MUSTs of it first, else in the
 * order of the report.
 */
export function changesOf(
  pairs: readonly Pair[],
  requirements: ReadonlyMap<string, ReportedRequirement>,
): Changes {
  const found = new Map<string, Change>();
  let unchanged = 0;
  for (const pair of pairs) {
    const { requirement, from, to, last } = pair;
    const before = last !== undefined && isChecked(to.verdict) ? last.result : from;
    const kind = kindOf(pair, before);
    if (kind === 'unchanged') unchanged += 1;
    if (kind === 'unchanged' || kind === 'unchecked') continue;
    const key = `${kind} ${requirement}`;
    const change = found.get(key) ?? { kind, requirement, cells: [] };
    const checkedIn = before === from ? undefined : last?.subject;
    change.cells.push({ from: { ...judged(before), checkedIn }, to: judged(to) });
    found.set(key, change);
  }
  const changes = CHANGE_KINDS.flatMap((wanted) =>
    byLevel(
      [...found.values()].filter(({ kind }) => kind === wanted),
      requirements,
    ),
  );
  return { changes, counts: countsOf(changes), unchanged };
}

function kindOf({ to, isComparable }: Pair, before: Result): ReturnType<typeof changeKind> {
  const kind = changeKind(before.verdict, to.verdict);
  const isHeld = kind !== 'regression' && kind !== 'fixed';
  return isHeld || isComparable ? kind : 'not-comparable';
}

/** A result without its evidence, which stays in the report. */
export function judged(result: Result): Judged {
  const { requirement, version, verdict, reason, violations, expected } = result;
  const why = violations[0]?.message ?? reason;
  return { requirement, version, verdict, why, expected };
}

/** The MUSTs first, else in the order in which they come. */
export function byLevel<T extends { requirement: string }>(
  found: readonly T[],
  requirements: ReadonlyMap<string, ReportedRequirement>,
): T[] {
  const rank = ({ requirement }: T) =>
    LEVELS.indexOf(requirements.get(requirement)?.level ?? 'must');
  return [...found].sort((a, b) => rank(a) - rank(b));
}

function countsOf(changes: readonly Change[]): Record<ChangeKind, number> {
  const count = (wanted: ChangeKind) => changes.filter(({ kind }) => kind === wanted).length;
  const counts = CHANGE_KINDS.map((kind) => [kind, count(kind)]);
  return Object.fromEntries(counts) as Record<ChangeKind, number>;
}
