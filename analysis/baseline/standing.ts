import type { BaselineProblem } from '../../harness/against-baseline.js';
import type { Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import { type Entry, isExpired } from './entry.js';

/** What is wrong with an entry. */
export type Fault = Pick<BaselineProblem, 'kind' | 'message'>;

/** The result of a run for an entry in one version. */
export type Standing =
  /** As expected; or inconclusive, an error or unsteady, so that the expectation is neither confirmed nor stale. */
  | { kind: 'so' | 'open'; result: Result; fault?: Fault }
  /** Not checked by the run. */
  | { kind: 'not-held'; why: string; fault?: undefined }
  /** Stale or invalid. */
  | { kind: 'wrong'; fault: Fault };

/** Returns the result of a report for an entry in one version. */
export function standingOf(report: Report, entry: Entry, version: Version): Standing {
  const requirement = report.requirements.find(({ id }) => id === entry.requirement);
  const set = report.scope?.requirements;
  // A baseline may know requirements and versions that were added after the set.
  if (set !== undefined && !requirement?.versions.includes(version)) {
    return { kind: 'not-held', why: `not in the requirements of ${set}` };
  }
  if (requirement === undefined) {
    return wrong(
      'unknown-requirement',
      'no requirement has this id (the subcommand list prints all): correct the id, or remove the entry',
    );
  }
  if (!requirement.versions.includes(version)) {
    return notJudged(`it is a requirement of ${requirement.versions.join(' ')}`);
  }
  const own = report.results.filter((result) => result.requirement === entry.requirement);
  const result = own.find((each) => each.version === version);
  if (result === undefined) return { kind: 'not-held', why: 'left out by --versions' };
  return standingIn(result, entry, report);
}

function standingIn(result: Result, entry: Entry, { interrupted, startedAt }: Report): Standing {
  const expired = `expired: expected ${entry.verdict} until ${entry.expires}: fix it, or set a later date`;
  const fault: Fault | undefined = isExpired(entry, startedAt)
    ? { kind: 'expired', message: expired }
    : undefined;
  if (result.verdict === entry.verdict) return { kind: 'so', result, fault };
  if (result.unsteady !== undefined) return { kind: 'open', result, fault };
  switch (result.verdict) {
    case 'skipped':
      return { kind: 'not-held', why: result.reason ?? 'skipped' };
    case 'not-applicable':
      return notJudged(result.reason ?? 'it does not apply there');
    case 'inconclusive':
    case 'error':
      if (interrupted) return { kind: 'not-held', why: 'the run was interrupted' };
      return { kind: 'open', result, fault };
    default:
      return wrong(
        'no-longer-so',
        `stale: expected ${entry.verdict}, received ${result.verdict}: remove the entry`,
      );
  }
}

function notJudged(why: string): Standing {
  return wrong('not-judged-in-version', `not checked there, ${why}: remove the entry`);
}

function wrong(kind: Fault['kind'], message: string): Standing {
  return { kind: 'wrong', fault: { kind, message } };
}
