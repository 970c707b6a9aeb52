import type { Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Entry } from './entry.js';

/** The result of a run for an entry in one version. */
export type Standing =
  /** As expected. */
  | { kind: 'so'; result: Result }
  /** Another verdict than expected. */
  | { kind: 'no-longer-so'; result: Result }
  /** Inconclusive, an error or unsteady, so the expectation is neither confirmed nor stale. */
  | { kind: 'open'; result: Result }
  /** Not checked by the run. */
  | { kind: 'not-held'; why: string }
  | { kind: 'unknown-requirement' }
  | { kind: 'not-judged-in-version'; why: string };

/** Returns the result of a report for an entry in one version. */
export function standingOf(report: Report, entry: Entry, version: Version): Standing {
  const requirement = report.requirements.find(({ id }) => id === entry.requirement);
  const set = report.scope?.requirements;
  // A baseline may know requirements and versions that were added after the set.
  if (set !== undefined && !requirement?.versions.includes(version)) {
    return { kind: 'not-held', why: `not in the requirements of ${set}` };
  }
  if (requirement === undefined) return { kind: 'unknown-requirement' };
  if (!requirement.versions.includes(version)) {
    const why = `it is a requirement of ${requirement.versions.join(' ')}`;
    return { kind: 'not-judged-in-version', why };
  }
  const own = report.results.filter((result) => result.requirement === entry.requirement);
  const result = own.find((each) => each.version === version);
  if (result === undefined) return { kind: 'not-held', why: 'left out by --versions' };
  return standingIn(result, entry, report.interrupted === true);
}

function standingIn(result: Result, { verdict }: Entry, interrupted: boolean): Standing {
  if (result.verdict === verdict) return { kind: 'so', result };
  if (result.unsteady !== undefined) return { kind: 'open', result };
  switch (result.verdict) {
    case 'skipped':
      return { kind: 'not-held', why: result.reason ?? 'skipped' };
    case 'not-applicable':
      return { kind: 'not-judged-in-version', why: result.reason ?? 'it does not apply there' };
    case 'inconclusive':
    case 'error':
      if (interrupted) return { kind: 'not-held', why: 'the run was interrupted' };
      return { kind: 'open', result };
    default:
      return { kind: 'no-longer-so', result };
  }
}
