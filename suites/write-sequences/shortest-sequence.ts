import type { CheckContext } from '../../harness/check-context.js';
import { Violation } from '../../harness/violation.js';
import {
  type Command,
  drawn,
  type FastCheck,
  once,
  played,
  type Sequence,
  type Turn,
  trialOf,
} from './sequence.js';
import type { Difference, Matter, Step, Trial } from './trial.js';

/** The limit for requests of the search for the shortest sequence. */
const MOST_SHRUNK = 1000;

/** The shortest sequence found that shows a difference. */
export interface Shortest {
  difference: Difference;
  /** Its steps, up to the one that shows the difference. */
  steps: readonly Step[];
}

/**
 * Searches for the shortest sequence that shows a difference in a matter: repeats the sequence that
 * found it, then parts of it. Undefined if the difference is not reproduced.
 */
export async function shortestOf<M>(
  context: CheckContext,
  sequence: Sequence<M>,
  matter: Matter,
  { seed, most, trial: first }: Turn,
): Promise<Shortest | undefined> {
  if (sequence.onlyOnce) return sinceItHeld(first, matter);
  const { default: fc } = await import('fast-check');
  const commands = await sequence.commands(fc, context);
  const search = new Search(context, sequence, matter, most, fc);
  const property = fc.asyncProperty(drawn(fc, commands), async (given) => {
    // fast-check shrinks what throws.
    if (await search.shows(given)) throw new Error('the sequence shows the difference');
  });
  await fc.check(property, once(seed));
  return search.leftOut();
}

/** The search for a shorter sequence, and the shortest so far. */
class Search<M> {
  #shortest: Shortest | undefined;
  /** Its commands that ran. */
  #commands: Command<M>[] = [];
  #ended: { by: unknown } | undefined;
  #sent = 0;

  constructor(
    readonly context: CheckContext,
    readonly sequence: Sequence<M>,
    readonly matter: Matter,
    readonly most: number,
    readonly fc: FastCheck,
  ) {}

  /**
   * Whether a sequence shows the difference; false if the search has reached its limit or was
   * aborted.
   */
  async shows(commands: Iterable<Command<M>>): Promise<boolean> {
    if (this.#ended !== undefined || this.#sent > MOST_SHRUNK) return false;
    const trial = trialOf(this.context, this.most, this.matter);
    const ran: Command<M>[] = [];
    try {
      const only = this.#looks();
      await played(this.fc, this.sequence, commands, trial, { ran, only });
      return false;
    } catch (error) {
      const difference = trial.differences.findLast(({ matter }) => matter === this.matter);
      if (!(error instanceof Violation) || difference === undefined) {
        this.#ended = { by: error };
        return false;
      }
      this.#shortest = { difference, steps: trial.steps.slice(0, difference.steps) };
      this.#commands = ran;
      return true;
    } finally {
      this.#sent += trial.sent;
    }
  }

  /**
   * The reads at the end: all at first, then only those that showed the difference, the owner's
   * first.
   */
  #looks(): string[] | undefined {
    const look = this.#shortest?.difference.look;
    const asOwner = look?.replace(/ as \w+$/, ` as ${this.sequence.owner}`);
    return look === undefined || asOwner === undefined ? undefined : [asOwner, look];
  }

  /**
   * Removes each unnecessary command from the shortest sequence: fast-check never removes the last
   * one, and the difference may have been found after all commands.
   */
  async leftOut(): Promise<Shortest | undefined> {
    if (this.#shortest === undefined && this.#ended !== undefined) throw this.#ended.by;
    for (let index = this.#commands.length - 1; index >= 0; index -= 1) {
      await this.shows(this.#commands.filter((_, place) => place !== index));
    }
    return this.#shortest;
  }
}

/** The start of a sequence, and the steps since the last identical read. */
function sinceItHeld({ differences, steps }: Trial, matter: Matter): Shortest | undefined {
  const difference = differences.find((each) => each.matter === matter);
  if (difference === undefined) return undefined;
  const until = steps.slice(0, difference.steps);
  const before = until.findLastIndex(
    ({ text }, index) => index < until.length - 1 && text === until.at(-1)?.text,
  );
  const begun = until.filter(({ isWrite }, index) => isWrite && index <= before).slice(0, 1);
  return { difference, steps: [...begun, ...until.slice(before + 1)] };
}
