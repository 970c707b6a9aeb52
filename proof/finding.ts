import type { Fault } from '../fixtures/faults/fault.js';
import { soundBehaviour } from '../fixtures/reference/behaviour.js';
import { makeManyState } from '../fixtures/reference/many/state.js';
import { startReference } from '../fixtures/reference/start.js';
import type { Result } from '../harness/report.js';
import type { Verdict } from '../harness/verdict.js';
import { VERSIONS, type Version } from '../specification/versions.js';
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

/**
 * Everything is judged, what writes included, on an instance of its own: each may be broken. Each list is
 * asked a few more queries at random than a usual run affords, as with `--thorough 6`.
 */
const EVERYTHING: Wanted = { thorough: 6, writes: { hazardous: true } };

/** What shows on long lists only is judged by all that reads, and by walking the lists. */
const WHOLE_LISTS: Wanted = { thorough: 6, walks: true };

/** So many patches make lists of which a usual run knows the smaller part. */
const MANY = 1500;

/**
 * Starts the reference with a fault, or a sound one without, has it judged, and stops it. Judges
 * everything unless `wanted` says less; a fault that shows only on long lists has such lists. Rejects with an OwnMistake, which names the fault and the
 * exception, if the code of the fault threw what is no Crash.
 */
export async function findingOf(
  fault: Fault | undefined,
  wanted: Wanted = fault?.walks ? WHOLE_LISTS : EVERYTHING,
): Promise<Finding> {
  const behaviour = soundBehaviour();
  fault?.apply(behaviour);
  const reference = await startReference({
    behaviour,
    ...(fault?.walks ? { state: makeManyState(MANY) } : {}),
  });
  try {
    const results = await judged(reference, wanted);
    const [mistake] = reference.mistakes;
    if (mistake !== undefined) throw new OwnMistake(fault, mistake);
    return {
      red: rowsWith(results, 'fail', 'warn'),
      inconclusive: rowsWith(results, 'inconclusive'),
      error: rowsWith(results, 'error'),
    };
  } finally {
    await reference.stop();
  }
}

/** An answer 500 that comes of a slip in the code of a fault would pass for what the fault is to do. */
class OwnMistake extends Error {
  override readonly name = 'OwnMistake';

  constructor(fault: Fault | undefined, cause: Error) {
    const whose = fault === undefined ? 'the reference' : `the fault ${fault.id}`;
    super(`${whose} itself threw while it answered: ${cause.name}: ${cause.message}`, { cause });
    // Where it was thrown is what its author wants to know.
    this.stack = `${this.message}\n${(cause.stack ?? '').split('\n').slice(1).join('\n')}`;
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
