import type { CheckContext } from '../../harness/check-context.js';
import type { Expect } from '../../harness/expect.js';
import { type Requirement, requirement } from '../../harness/requirement.js';
import { inconclusive, type Mismatch, Violation } from '../../harness/violation.js';
import { ALL } from '../../specification/versions.js';
import { type PlacedList, placedLists } from './places.js';
import type { NotShown } from './reading.js';

/** What the requirements of this chapter differ in. */
export type Facts = Pick<Requirement, 'id' | 'says' | 'consequence'> &
  Partial<Pick<Requirement, 'spec' | 'level' | 'once'>>;

/** Declares a requirement of all versions; it is a `must` of the section "Limits" unless said otherwise. */
export function limit(declared: Facts & Pick<Requirement, 'check'>): Requirement {
  return requirement({ spec: 'Limits', level: 'must', versions: ALL, ...declared });
}

/** Declares such a requirement that is judged on every list by itself. */
export function limitOfLists({
  judge,
  ...declared
}: Facts & { judge(list: PlacedList, expect: Expect): NotShown }): Requirement {
  return limit({
    ...declared,
    check: (context) => everyList(context, (list) => judge(list, context.expect)),
  });
}

/**
 * Judges every paged list of the version and collects the mismatches of all. A list that says
 * nothing leaves the verdict to the others, and if none says anything, the reasons are the verdict.
 */
export async function everyList(
  context: CheckContext,
  judge: (list: PlacedList) => NotShown,
): Promise<void> {
  const mismatches: Mismatch[] = [];
  const reasons = new Map<string, string[]>();
  let judged = 0;
  for (const list of await placedLists(context)) {
    try {
      const reason = judge(list);
      if (reason === undefined) judged += 1;
      else reasons.set(reason, [...(reasons.get(reason) ?? []), list.source.path]);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      mismatches.push(...error.mismatches);
    }
  }
  context.expect.none(mismatches);
  if (judged > 0) return;
  const said = [...reasons].map(([reason, paths]) => `${reason} (${paths.join(', ')})`);
  inconclusive(said.join('; ') || 'no list could be read');
}
