import type { AgainstBaseline, BaselineProblem } from '../../harness/against-baseline.js';
import { groupedBy } from '../../harness/grouped-by.js';
import { endOf, outcomeOf } from '../../harness/outcome.js';
import type { Report, Result } from '../../harness/report.js';
import type { Verdict } from '../../harness/verdict.js';
import type { Version } from '../../specification/versions.js';
import { type Baseline, type Entry, isExpired } from './entry.js';

/** What is wrong with an entry, or with a result that no entry covers. */
type Fault = Pick<BaselineProblem, 'kind' | 'message'>;

/** The result of a run for an entry in one version: nothing, if it neither confirms the entry nor makes it stale. */
interface Standing {
  /** The result, if it is as expected. */
  met?: Result;
  /** Why the run did not check it. */
  notHeld?: string;
  fault?: Fault;
}

/** An entry, or a result without one, in a version, with the result of the run. */
interface Held extends Standing {
  entry: Pick<Entry, 'requirement' | 'line'>;
  version: Version;
}

/** What is wrong with a result that no entry covers. */
const UNEXPECTED: Partial<Record<Verdict, Fault>> = {
  fail: { kind: 'unexpected-failure', message: 'fails unexpectedly: fix it, or add an entry' },
  warn: {
    kind: 'unexpected-warning',
    message:
      'violates a SHOULD unexpectedly (--fail-on warn): fix it, or add an entry with verdict: warn',
  },
  inconclusive: {
    kind: 'unexpected-inconclusive',
    message:
      'is inconclusive unexpectedly: provide the missing data, or add an entry that accepts it',
  },
  error: {
    kind: 'unexpected-inconclusive',
    message: 'ended in an error, which no entry can accept: run it again',
  },
};

/**
 * Compares the results of a run with a baseline. In the returned report expected results are marked, and
 * the outcome is set; verdict and counts are unchanged. Entries expire by the start day of the run, in UTC.
 * Stale entries of a starter baseline are no problem.
 */
export function holdAgainst(report: Report, { file, starter, entries }: Baseline): Report {
  const held = entries.flatMap((entry) =>
    entry.versions.map((version) => {
      return { entry, version, ...standingOf(report, entry, version) };
    }),
  );
  const covered = new Map(held.map((each) => [each.met, each]));
  const musts = report.requirements.filter(({ level }) => level === 'must').map(({ id }) => id);
  const counts = ({ requirement, verdict }: Result) =>
    verdict === 'warn' ? report.options.failOn === 'warn' : musts.includes(requirement);
  const unexpected = report.results
    .filter((result) => counts(result) && !covered.has(result))
    .map((result): Held => {
      return { entry: result, version: result.version, fault: UNEXPECTED[result.verdict] };
    });
  const isOpen = ({ fault }: Held) => fault?.kind === 'unexpected-inconclusive';
  const problems = problemsOf([
    ...unexpected.filter((each) => !isOpen(each)),
    ...(starter ? [] : held),
    // Unchecked requirements of an interrupted run are not unexpected.
    ...(report.interrupted ? [] : unexpected.filter(isOpen)),
  ]);
  const left = held.flatMap(({ notHeld }) => notHeld ?? []);
  const notHeld = groupedBy(left, String).map((all) => ({ why: all[0], results: all.length }));
  const baseline: AgainstBaseline = {
    file,
    outcome: 'incomplete',
    problems,
    ...(starter ? { starter, notSeen: notSeen(held) } : {}),
    notHeld: notHeld.length === 0 ? undefined : notHeld,
  };
  const results = report.results.map((result) => {
    const by = covered.get(result);
    if (by === undefined || by.fault !== undefined) return result;
    const { reason, link, expires } = by.entry;
    return { ...result, expected: { reason, link, expires } };
  });
  const { againstBaseline: outcome } = outcomeOf({ ...report, results, baseline });
  return { ...report, results, baseline: { ...baseline, outcome } };
}

/** Each problem once, with its versions. */
function problemsOf(held: readonly Held[]): BaselineProblem[] {
  const problems = held.flatMap(({ entry: { requirement, line }, version, fault }) =>
    fault === undefined ? [] : [{ ...fault, requirement, line, version }],
  );
  return groupedBy(problems, (each) => ({ ...each, version: '' })).map((group) => {
    const { version: _, ...problem } = group[0];
    return { ...problem, versions: group.map(({ version }) => version) };
  });
}

/** The requirements of entries that were checked and have the expected verdict in none of their versions. */
function notSeen(held: readonly Held[]): string[] {
  const stale = held.filter(({ fault }) => fault?.kind === 'no-longer-so');
  const seen = held.filter((each) => each.notHeld === undefined && !isWrong(each));
  const entries = new Set(stale.map(({ entry }) => entry));
  for (const { entry } of seen) entries.delete(entry);
  return [...entries].map(({ requirement }) => requirement);
}

/** Whether an entry is stale or invalid in a version: not one that has only expired. */
export function isWrong({ fault }: Standing): boolean {
  return fault !== undefined && fault.kind !== 'expired';
}

/** Returns the result of a report for an entry in one version. */
export function standingOf(report: Report, entry: Entry, version: Version): Standing {
  const requirement = report.requirements.find(({ id }) => id === entry.requirement);
  const set = report.scope.requirements;
  // A baseline may know requirements and versions that were added after the set.
  const outside = { notHeld: `not in the requirements of ${set}` };
  if (requirement === undefined) {
    return isAddedLater(report, entry) ? outside : wrong('unknown-requirement', UNKNOWN);
  }
  if (!requirement.versions.includes(version)) {
    if (set !== undefined) return outside;
    return notJudged(`it is a requirement of ${requirement.versions.join(' ')}`);
  }
  const own = report.results.filter((result) => result.requirement === entry.requirement);
  const result = own.find((each) => each.version === version);
  if (result === undefined) return { notHeld: 'left out by --versions' };
  const { verdict, reason, unsteady } = result;
  const late = `expired: expected ${entry.verdict} until ${entry.expires}: fix it, or set a later date`;
  const open = isExpired(entry, report.startedAt) ? wrong('expired', late) : {};
  if (verdict === entry.verdict) return { ...open, met: result };
  if (unsteady !== undefined) return open;
  if (verdict === 'skipped') return { notHeld: reason ?? verdict };
  if (verdict === 'not-applicable') return notJudged(reason ?? 'it does not apply there');
  if (verdict === 'inconclusive' || verdict === 'error') {
    const ended = endOf(report);
    return ended === undefined ? open : { notHeld: ended.why };
  }
  const stale = `stale: expected ${entry.verdict}, received ${verdict}: remove the entry`;
  return wrong('no-longer-so', stale);
}

/** Whether an entry names a requirement that was added after the frozen set. */
function isAddedLater({ extensions = [] }: Report, entry: Entry): boolean {
  return extensions.some(
    ({ addedAfter, requirements }) =>
      addedAfter !== undefined && requirements.some(({ id }) => id === entry.requirement),
  );
}

const UNKNOWN =
  'no requirement has this id (the subcommand list prints all): correct the id, or remove the entry';

function notJudged(why: string): Standing {
  return wrong('not-judged-in-version', `not checked there, ${why}: remove the entry`);
}

function wrong(kind: Fault['kind'], message: string): Standing {
  return { fault: { kind, message } };
}
