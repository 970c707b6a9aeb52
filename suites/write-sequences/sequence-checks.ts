import type { CheckContext } from '../../harness/check-context.js';
import type { Requirement } from '../../harness/requirement.js';
import { Inconclusive, inconclusive, Violation } from '../../harness/violation.js';
import { explored, type Sequence, type Shortest, shortestOf } from './sequence.js';
import type { Matter } from './trial.js';

/** A kind of sequence, whatever its model, and the requirements on its single writes. */
export interface Kind {
  /** Searches for a sequence that shows a difference in a matter. */
  search(context: CheckContext, matter: Matter): Promise<Searched>;
}

/** The result of the sequences of a kind. */
interface Searched {
  /** Whether anything was compared. */
  isCompared: boolean;
  violation?: Violation;
  /** Why a difference that was found is no violation of these requirements. */
  left: string[];
}

const NOTHING: Searched = { isCompared: false, left: [] };

/** The requirements on single reads and writes of the objects in a sequence. */
export interface Judges {
  /** The requirement of this group on the object by id after a sequence. */
  state: string;
  /** Requirements that only read. */
  read: readonly Requirement[];
  /** Requirements that write. */
  written: readonly Requirement[];
}

/** Combines sequences with the requirements on their single writes: one defect, one row. */
export function kindOf<M>(sequence: Sequence<M>, judges: Judges): Kind {
  return {
    async search(context, matter) {
      const { turns, compared } = await explored(context, sequence);
      const left: string[] = [];
      for (const turn of turns) {
        const found = new Set(turn.trial.differences.map((each) => each.matter));
        if (!found.has(matter)) continue;
        if (matter === 'listed' && (found.has('state') || context.isRed(judges.state))) {
          left.push(`the detail has the same difference, which ${judges.state} reports`);
          continue;
        }
        const shortest = await shortestOf(context, sequence, matter, turn);
        if (shortest === undefined) {
          left.push('a difference from the prediction was not reproduced in a second attempt');
          continue;
        }
        const red = judgedBy(context, sequence, shortest, judges);
        if (red !== undefined) {
          left.push(`one or two writes show the same difference, which ${red} reports`);
          continue;
        }
        return { isCompared: true, violation: violationOf(context, shortest), left };
      }
      return { isCompared: compared.has(matter), left };
    },
  };
}

/** Throws the violation that the sequences of some kinds show in a matter. */
export async function judge(
  context: CheckContext,
  matter: Matter,
  kinds: readonly Kind[],
): Promise<void> {
  const left: string[] = [];
  let isCompared = false;
  for (const kind of kinds) {
    const searched = await kind.search(context, matter).catch((error: unknown) => {
      if (!(error instanceof Inconclusive) || kinds.length === 1) throw error;
      return NOTHING;
    });
    if (searched.violation !== undefined) throw searched.violation;
    isCompared ||= searched.isCompared;
    left.push(...searched.left);
  }
  if (left.length > 0) inconclusive([...new Set(left)].join('; '));
  if (!isCompared) inconclusive('no sequence reached a state in which this could be checked');
}

/**
 * The failing requirement that already reports the difference, if the shortest sequence has at most
 * two writes: one defect, one row.
 */
function judgedBy<M>(
  { isRed }: CheckContext,
  { begins }: Sequence<M>,
  { steps }: Shortest,
  judges: Judges,
): string | undefined {
  const sent = steps.filter(({ isWrite }) => isWrite).slice(begins);
  if (sent.length > 2) return undefined;
  return [...judges.read, ...judges.written].find(({ id }) => isRed(id))?.id;
}

function violationOf({ api, queries }: CheckContext, { difference, steps }: Shortest): Violation {
  const shown = steps.map(({ text }, index) => `${index + 1}. ${text}`).join('; ');
  for (const step of steps) api.note(step);
  const { matter: _m, look: _l, steps: _s, ...mismatch } = difference;
  const message = `${mismatch.message}; shortest sequence: ${shown} (--seed ${queries.seed})`;
  return new Violation([{ ...mismatch, message }]);
}
