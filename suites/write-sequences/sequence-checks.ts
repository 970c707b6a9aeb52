import type { CheckContext } from '../../harness/check-context.js';
import { Inconclusive, inconclusive, Violation } from '../../harness/violation.js';
import { explored, type Sequence } from './sequence.js';
import { type Shortest, shortestOf } from './shortest-sequence.js';
import type { Matter } from './trial.js';

/** A kind of sequence, whatever its model. */
export interface Kind {
  /** Searches for a sequence that shows a difference in a matter. */
  search(context: CheckContext, matter: Matter): Promise<Searched>;
}

/** The result of the sequences of a kind. */
interface Searched {
  /** Whether anything was compared. */
  isCompared: boolean;
  violation?: Violation;
  /** Why a difference that was found is no violation. */
  left: string[];
}

const NOTHING: Searched = { isCompared: false, left: [] };

/** Searches for the shortest sequence of a kind that shows a difference. */
export function kindOf<M>(sequence: Sequence<M>): Kind {
  return {
    async search(context, matter) {
      const { turns, compared } = await explored(context, sequence);
      const left: string[] = [];
      for (const turn of turns) {
        if (!turn.trial.differences.some((each) => each.matter === matter)) continue;
        const shortest = await shortestOf(context, sequence, matter, turn);
        if (shortest === undefined) {
          left.push('a difference from the prediction was not reproduced in a second attempt');
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

function violationOf({ api, queries }: CheckContext, { difference, steps }: Shortest): Violation {
  const shown = steps.map(({ text }, index) => `${index + 1}. ${text}`).join('; ');
  for (const step of steps) api.note(step);
  const { matter: _m, look: _l, steps: _s, ...mismatch } = difference;
  const message = `${mismatch.message}; shortest sequence: ${shown} (--seed ${queries.seed})`;
  return new Violation([{ ...mismatch, message }]);
}
