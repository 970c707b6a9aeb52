import type { Fault } from '../fixtures/faults/fault.js';
import { soundBehaviour } from '../fixtures/reference/behaviour.js';
import { startReference } from '../fixtures/reference/start.js';
import type { Result } from '../harness/report.js';
import type { Verdict } from '../harness/verdict.js';
import { VERSIONS, type Version } from '../harness/version.js';
import { judged, type Wanted } from './judged.js';

/** Requirements, and the versions in which something was said of them. */
export type Rows = Record<string, Version[]>;

/** What the suite makes of an instance with a fault. */
export interface Finding {
  /** What failed or was warned of. */
  red: Rows;
  /** What could not be judged any more. */
  inconclusive: Rows;
  /** What the suite could not cope with; there must be none. */
  error: Rows;
}

/** Everything is judged, what writes included, on an instance of its own: each may be broken. */
const EVERYTHING: Wanted = { writes: { hazardous: true } };

/**
 * Starts the reference with a fault, or a sound one without, has it judged, and stops it. Judges
 * everything unless `wanted` says less.
 */
export async function findingOf(
  fault: Fault | undefined,
  wanted: Wanted = EVERYTHING,
): Promise<Finding> {
  const behaviour = soundBehaviour();
  fault?.apply(behaviour);
  const reference = await startReference({ behaviour });
  try {
    const results = await judged(reference, wanted);
    return {
      red: rowsWith(results, 'fail', 'warn'),
      inconclusive: rowsWith(results, 'inconclusive'),
      error: rowsWith(results, 'error'),
    };
  } finally {
    await reference.stop();
  }
}

/** Sorted by id, so that two findings can be compared as text. */
function rowsWith(results: readonly Result[], ...verdicts: Verdict[]): Rows {
  const found = results.filter(({ verdict }) => verdicts.includes(verdict));
  const ids = [...new Set(found.map(({ requirement }) => requirement))].sort();
  const versionsOf = (id: string) =>
    VERSIONS.filter((version) =>
      found.some((each) => each.requirement === id && each.version === version),
    );
  return Object.fromEntries(ids.map((id) => [id, versionsOf(id)]));
}
