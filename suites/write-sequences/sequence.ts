import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import type { Role } from '../../harness/role.js';
import { Violation } from '../../harness/violation.js';
import { mix } from '../../harness/writing/property.js';
import { type Difference, type Look, type Matter, type Step, Trial } from './trial.js';

/** fast-check is loaded only if needed, because it takes 8 MB and most runs only read. */
export type FastCheck = typeof import('fast-check')['default'];

/** The arguments of a command: the model, which it updates as predicted, and the trial. */
export interface Under<M> {
  model: M;
  trial: Trial;
  /** The number of requests that the end of the sequence takes. */
  ending(): number;
  /** The commands that ran so far. */
  ran: Command<M>[];
}

/** One kind of step of a sequence. */
export type Command<M> = AsyncCommand<Under<M>, Under<M>, true>;

/** A kind of sequence: its objects, its commands, and its reads. */
export interface Sequence<M> {
  /** In words: "bundles". */
  what: string;
  /** The number of requests of a sequence, including its start and end. */
  requests: number;
  /** The smallest number of requests for another sequence. */
  least: number;
  /** Set if a sequence cannot be repeated, so that no shorter one can be searched. */
  onlyOnce?: true;
  /** The number of writes at its start. */
  begins: number;
  /** The role that writes and has full access: reads as this role need the fewest steps. */
  owner: Role;
  /** Creates or reads the objects. Inconclusive if that fails. */
  begin(trial: Trial): Promise<M>;
  commands(fc: FastCheck, context: CheckContext): Promise<Arbitrary<Command<M>>[]>;
  /** The number of requests at its end. */
  ending(model: M): number;
  /** The reads after all commands. */
  looks(model: M, trial: Trial): Look[];
  /** Cleans up what was created. */
  end?(model: M, trial: Trial): Promise<void>;
}

/** One complete sequence. */
interface Turn {
  seed: number;
  most: number;
  trial: Trial;
}

/** The results of the sequences of one kind in one version. */
export interface Explored {
  turns: readonly Turn[];
  /** The matters in which something was compared. */
  compared: ReadonlySet<Matter>;
}

/** The shortest sequence found that shows a difference. */
export interface Shortest {
  difference: Difference;
  /** Its steps, up to the one that shows the difference. */
  steps: readonly Step[];
}

/** More commands than requests, so that the number of requests limits a sequence. */
const MOST_COMMANDS = 200;

/** The limit for requests of the search for the shortest sequence. */
const MOST_SHRUNK = 1000;

/** Creates a command from its precondition and its action. */
export function commandOf<M>(
  text: string,
  may: (under: Under<M>) => boolean,
  run: (under: Under<M>) => Promise<unknown>,
): Command<M> {
  const command: Command<M> = {
    check: async (under) => under.trial.hasRoom(under.ending()) && may(under),
    run: async (under) => {
      under.ran.push(command);
      await run(under);
    },
    toString: () => text,
  };
  return command;
}

/**
 * Tries sequences of a kind once in a version, as many as the requests allow. With `--thorough N`
 * the requests suffice for N of the longest.
 */
export function explored<M>(context: CheckContext, sequence: Sequence<M>): Promise<Explored> {
  const { api, instance, queries } = context;
  return instance.once(`sequences of writes of ${sequence.what} in ${api.version}`, async () => {
    const { default: fc } = await import('fast-check');
    const commands = await sequence.commands(fc, context);
    const compared = new Set<Matter>();
    const turns: Turn[] = [];
    let left = sequence.requests * (queries.thorough ?? 1);
    while (left >= sequence.least) {
      const seed = mix(queries.seed, `${sequence.what} ${api.version} ${turns.length}`);
      const most = Math.min(left, sequence.requests);
      const trial = trialOf(context, most);
      const property = fc.asyncProperty(drawn(fc, commands), (given) =>
        played(fc, sequence, given, trial),
      );
      const { failed, errorInstance } = await fc.check(property, {
        ...once(seed),
        endOnFailure: true,
      });
      if (failed) throw errorInstance;
      for (const matter of trial.compared) compared.add(matter);
      turns.push({ seed, most, trial });
      left -= trial.sent;
    }
    return { turns, compared };
  });
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

/** One sequence, without bias to short ones. */
function once(seed: number) {
  return { seed, numRuns: 1, unbiased: true };
}

function drawn<M>(fc: FastCheck, commands: Arbitrary<Command<M>>[]) {
  return fc.commands(commands, {
    maxCommands: MOST_COMMANDS,
    size: 'max',
    disableReplayLog: true,
  });
}

/** Only the requests of the shortest sequence are evidence. */
function trialOf(context: CheckContext, most: number, endsAt?: Matter): Trial {
  const unnoted = { ...context, api: context.api.unnoted() };
  return new Trial(unnoted, { most, ...(endsAt === undefined ? {} : { endsAt }) });
}

/** Runs a sequence: start, commands, all or selected reads, and cleanup. */
async function played<M>(
  fc: FastCheck,
  sequence: Sequence<M>,
  commands: Iterable<Command<M>>,
  trial: Trial,
  { ran, only }: { ran: Command<M>[]; only?: readonly string[] | undefined } = { ran: [] },
): Promise<void> {
  const model = await sequence.begin(trial);
  try {
    const under = { model, trial, ending: () => sequence.ending(model), ran };
    await fc.asyncModelRun(() => ({ model: under, real: under }), commands);
    for (const look of sequence.looks(model, trial)) {
      if (only === undefined || only.includes(look.name)) await trial.look(look);
    }
  } finally {
    await sequence.end?.(model, trial);
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
