import type { BaselineProblem } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';
import type { Entry } from './entry.js';
import type { Standing } from './standing.js';

/** An entry in one of its versions, with the result of the run. */
export interface Held {
  entry: Entry;
  version: Version;
  expired: boolean;
  standing: Standing;
}

type Fault = Pick<BaselineProblem, 'kind' | 'message'>;

/** Lists stale, expired and invalid entries, each problem once, with its versions. */
export function problemsOfEntries(held: readonly Held[]): BaselineProblem[] {
  const problems = new Map<string, BaselineProblem>();
  for (const { entry, version, ...rest } of held) {
    const fault = faultOf(entry, rest);
    if (fault === undefined) continue;
    const { requirement, line } = entry;
    const key = JSON.stringify([requirement, line, fault]);
    const problem = problems.get(key) ?? { ...fault, requirement, versions: [], line };
    problem.versions.push(version);
    problems.set(key, problem);
  }
  return [...problems.values()];
}

/**
 * Lists the requirements of entries that were checked and have the expected verdict in none of their
 * versions.
 */
export function entriesNotSeen(entries: readonly Entry[], held: readonly Held[]): string[] {
  const unseen = entries.filter((entry) => {
    const kinds = held.filter((each) => each.entry === entry).map(({ standing }) => standing.kind);
    return kinds.includes('no-longer-so') && !kinds.includes('so') && !kinds.includes('open');
  });
  return unseen.map(({ requirement }) => requirement);
}

function faultOf(entry: Entry, { standing, expired }: Pick<Held, 'standing' | 'expired'>) {
  switch (standing.kind) {
    case 'unknown-requirement':
      return fault(
        'unknown-requirement',
        'no requirement has this id (the subcommand list prints all): correct the id, or remove the entry',
      );
    case 'not-judged-in-version':
      return fault('not-judged-in-version', `not checked there, ${standing.why}: remove the entry`);
    case 'no-longer-so':
      return fault(
        'no-longer-so',
        `stale: expected to ${EXPECTED[entry.verdict]}, but now ${NOW[standing.result.verdict]}: remove the entry`,
      );
    case 'so':
    case 'open':
      if (!expired) return undefined;
      return fault(
        'expired',
        `expired: expected to ${EXPECTED[entry.verdict]} until ${entry.expires}: fix it, or set a later date`,
      );
    case 'not-held':
      return undefined;
  }
}

function fault(kind: Fault['kind'], message: string): Fault {
  return { kind, message };
}

const EXPECTED: Record<Entry['verdict'], string> = {
  fail: 'fail',
  inconclusive: 'be inconclusive',
};

const NOW: Record<Verdict, string> = {
  pass: 'holds',
  fail: 'fails',
  warn: 'only warns',
  inconclusive: 'is inconclusive',
  skipped: 'is skipped',
  'not-applicable': 'does not apply',
  observed: 'is observed',
  error: 'ended in an error',
};
