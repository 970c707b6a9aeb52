import type { CheckContext } from '../../harness/check-context.js';
import type { Requirement } from '../../harness/requirement.js';
import { SIGNED_IN_ROLES, type SignedInRole } from '../../harness/role.js';
import { Inconclusive, inconclusive, NotGiven, Violation } from '../../harness/violation.js';
import { explored, type Sequence, type Shortest, shortestOf } from './sequence.js';
import type { Matter } from './trial.js';

/** A kind of sequence, whatever its model is, and what judges the single writes that it is made of. */
export interface Kind {
  /** Looks for a sequence that shows a difference in a matter. */
  search(context: CheckContext, matter: Matter): Promise<Searched>;
}

/** What came of the sequences of a kind. */
interface Searched {
  /** Whether anything was compared. */
  isCompared: boolean;
  violation?: Violation;
  /** Why something that was found is no violation of these requirements. */
  left: string[];
}

const NOTHING: Searched = { isCompared: false, left: [] };

/** The requirements that judge single reads and writes of what a sequence is about. */
export interface Judges {
  /** The one of this chapter that judges what the id shows after a sequence. */
  state: string;
  /** Those that only read: asked after a sequence, they see what that has left. */
  read: readonly Requirement[];
  /** Those that write: most of what they judge was seen before a sequence began. */
  written: readonly Requirement[];
}

/** Sequences, and the requirements that judge each of their writes alone: one defect, one row. */
export function kindOf<M>(sequence: Sequence<M>, judges: Judges): Kind {
  return {
    async search(context, matter) {
      const { turns, compared } = await explored(context, sequence);
      const left: string[] = [];
      for (const turn of turns) {
        const found = new Set(turn.trial.differences.map((each) => each.matter));
        if (!found.has(matter)) continue;
        if (matter === 'listed' && (found.has('state') || context.isRed(judges.state))) {
          left.push(`it is shown so by the id as well, and ${judges.state} judges that`);
          continue;
        }
        const shortest = await shortestOf(context, sequence, matter, turn);
        if (shortest === undefined) {
          left.push('something was otherwise than predicted, and not so when it was tried again');
          continue;
        }
        const red = await judgedBy(context, sequence, shortest, judges);
        if (red !== undefined) {
          left.push(`one or two writes show as much, and ${red} judges them`);
          continue;
        }
        return { isCompared: true, violation: violationOf(context, shortest), left };
      }
      return { isCompared: compared.has(matter), left };
    },
  };
}

/** Throws what the sequences of some kinds show in a matter. */
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
  if (!isCompared) inconclusive('no sequence came so far');
}

/**
 * The requirement that is red for what a sequence shows, if so few writes take it that a round trip does: one that
 * was judged before, or, for a single write or two of the kind that follow each other elsewhere, one that is asked again.
 */
async function judgedBy<M>(
  context: CheckContext,
  { begins }: Sequence<M>,
  { steps, difference: { matter } }: Shortest,
  { read, written }: Judges,
): Promise<string | undefined> {
  const sent = steps.filter(({ isWrite }) => isWrite).slice(begins);
  if (sent.length > 2) return undefined;
  const red = written.find(({ id }) => context.isRed(id));
  if (red !== undefined) return red.id;
  if (sent.length <= 1) return violatedOf(context, [...read, ...written]);
  const isState = matter === 'state' || matter === 'listed';
  const isUsual = !isState || sent.every(({ text }) => text.startsWith('PATCH'));
  return isUsual ? violatedOf(context, written) : undefined;
}

/** The first of some requirements that is violated; asked only where a difference was found. */
async function violatedOf(
  context: CheckContext,
  requirements: readonly Requirement[],
): Promise<string | undefined> {
  const { api } = context;
  const quiet = { ...context, api: api.unnoted(), accept: () => {}, observe: () => {} };
  for (const each of requirements) {
    const { id, level, versions, needs, runsLast } = each;
    const isGiven = SIGNED_IN_ROLES.every((role) => !needs.includes(role) || given(context, role));
    if (level === 'observe' || runsLast || !isGiven || !versions.includes(api.version)) continue;
    try {
      await each.check(quiet);
    } catch (error) {
      if (error instanceof Violation) return id;
      if (!(error instanceof Inconclusive)) throw error;
    }
  }
  return undefined;
}

/** Whether the user gave credentials for a role: who is not found out to be anybody may have a right all the same. */
function given({ write }: CheckContext, role: SignedInRole): boolean {
  try {
    write.ownId(role);
    return true;
  } catch (error) {
    if (!(error instanceof Inconclusive)) throw error;
    return !(error instanceof NotGiven);
  }
}

function violationOf({ api, queries }: CheckContext, { difference, steps }: Shortest): Violation {
  const shown = steps.map(({ text }, index) => `${index + 1}. ${text}`).join('; ');
  for (const step of steps) api.note(step);
  const { matter: _m, look: _l, steps: _s, ...mismatch } = difference;
  const message = `${mismatch.message}; shortest sequence: ${shown} (--seed ${queries.seed})`;
  return new Violation([{ ...mismatch, message }]);
}
