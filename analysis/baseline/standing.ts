import type { Report, Result } from '../../harness/report.js';
import type { Version } from '../../specification/versions.js';
import type { Entry } from './entry.js';

/** What a run shows of an entry in one of its versions. */
export type Standing =
  /** The verdict is the one expected. */
  | { kind: 'so'; result: Result }
  /** It was judged, and the verdict is another. */
  | { kind: 'no-longer-so'; result: Result }
  /** It was to be judged and could not be, so that nothing is known of what is expected. */
  | { kind: 'open'; result: Result }
  /** The run did not ask. */
  | { kind: 'not-held'; why: string }
  | { kind: 'unknown-requirement' }
  | { kind: 'not-judged-in-version'; why: string };

/** Finds out what a report shows of an entry in one of its versions. */
export function standingOf(report: Report, entry: Entry, version: Version): Standing {
  const requirement = report.requirements.find(({ id }) => id === entry.requirement);
  if (requirement === undefined) return { kind: 'unknown-requirement' };
  if (!requirement.versions.includes(version)) {
    const why = `it is a requirement of ${requirement.versions.join(' ')}`;
    return { kind: 'not-judged-in-version', why };
  }
  const own = report.results.filter((result) => result.requirement === entry.requirement);
  const result =
    // What is judged once is judged in the newest version examined, whichever that is this time.
    (requirement.once ? own.find(({ verdict }) => verdict !== 'not-applicable') : undefined) ??
    own.find((each) => each.version === version);
  if (result === undefined) return { kind: 'not-held', why: 'left out by --versions' };
  return standingIn(result, entry, report.interrupted === true);
}

function standingIn(result: Result, { verdict }: Entry, interrupted: boolean): Standing {
  if (result.verdict === verdict) return { kind: 'so', result };
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
