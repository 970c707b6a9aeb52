import type { Arbitrary, AsyncCommand } from 'fast-check';
import type { CheckContext } from '../../harness/check-context.js';
import type { Role } from '../../harness/role.js';
import { Violation } from '../../harness/violation.js';
import { mix } from '../../harness/writing/property.js';
import { type Difference, type Look, type Matter, type Step, Trial } from './trial.js';

/** fast-check, which is loaded where it is needed only: it weighs 8 MB, and most runs only read. */
export type FastCheck = typeof import('fast-check')['default'];

/** What a command is given: the model, which it changes as the instance should change, and the trial. */
export interface Under<M> {
  model: M;
  trial: Trial;
  /** How many requests the end of the sequence takes. */
  ending(): number;
  /** The commands that ran so far. */
  ran: Command<M>[];
}

/** One kind of step of a sequence. */
export type Command<M> = AsyncCommand<Under<M>, Under<M>, true>;

/** A kind of sequence: what it is about, what it does, and what is looked at after it. */
export interface Sequence<M> {
  /** In words: "bundles". */
  what: string;
  /** How many requests a sequence may send, its beginning and its end included. */
  requests: number;
  /** The least number that is worth another sequence. */
  least: number;
  /** Set where a sequence cannot begin anew, so that no shorter one is looked for. */
  onlyOnce?: true;
  /** How many writes it begins with. */
  begins: number;
  /** Who writes, and is shown most: what that role is shown takes the fewest steps. */
  owner: Role;
  /** Makes or reads what the sequence is about. Inconclusive where that cannot be done. */
  begin(trial: Trial): Promise<M>;
  commands(fc: FastCheck, context: CheckContext): Promise<Arbitrary<Command<M>>[]>;
  /** How many requests its end takes. */
  ending(model: M): number;
  /** What is looked at when all commands have run. */
  looks(model: M, trial: Trial): Look[];
  /** Puts away what is left of what was made. */
  end?(model: M, trial: Trial): Promise<void>;
}

/** One sequence that was tried to its end. */
interface Turn {
  seed: number;
  most: number;
  trial: Trial;
}

/** What was found by the sequences of one kind in one version. */
export interface Explored {
  turns: readonly Turn[];
  /** The matters of which something was compared. */
  compared: ReadonlySet<Matter>;
}

/** The shortest sequence that was found to show a difference. */
export interface Shortest {
  difference: Difference;
  /** The steps of it, up to the one that shows the difference. */
  steps: readonly Step[];
}

/** More commands than there are requests for: the length is drawn, and the requests end it. */
const MOST_COMMANDS = 200;

/** So many requests may go into the search for the shortest sequence. */
const MOST_SHRUNK = 1000;

/** Makes a command of what it needs of the model, and of what it does. */
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
 * Tries sequences of a kind once in a version, as many as the requests allow, each to its end. With
 * `--thorough N` there are requests for N of the longest.
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
 * Looks for the shortest sequence that shows a difference in a matter: that of the turn which found it
 * is sent again, then parts of it. Undefined where it is not seen again.
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
    // What throws is what fast-check looks for a shorter one of.
    if (await search.shows(given)) throw new Error('it shows the difference');
  });
  await fc.check(property, once(seed));
  return search.leftOut();
}

/** The search for a shorter sequence, and the shortest so far. */
class Search<M> {
  #shortest: Shortest | undefined;
  /** Its commands, as far as they ran. */
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

  /** Whether a sequence shows the difference; false when the search has sent enough, or was ended. */
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

  /** What is looked at in the end: all at first, then what showed the difference, first as the owner. */
  #looks(): string[] | undefined {
    const look = this.#shortest?.difference.look;
    const asOwner = look?.replace(/ as \w+$/, ` as ${this.sequence.owner}`);
    return look === undefined || asOwner === undefined ? undefined : [asOwner, look];
  }

  /**
   * The shortest, without each command that it does not take: fast-check never leaves out the last, and
   * what shows the difference may have come after all commands.
   */
  async leftOut(): Promise<Shortest | undefined> {
    if (this.#shortest === undefined && this.#ended !== undefined) throw this.#ended.by;
    for (let index = this.#commands.length - 1; index >= 0; index -= 1) {
      await this.shows(this.#commands.filter((_, place) => place !== index));
    }
    return this.#shortest;
  }
}

/** One sequence, drawn without a bias to short ones. */
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

/** What a trial sends is evidence only if it is that of the shortest sequence. */
function trialOf(context: CheckContext, most: number, endsAt?: Matter): Trial {
  const unnoted = { ...context, api: context.api.unnoted() };
  return new Trial(unnoted, { most, ...(endsAt === undefined ? {} : { endsAt }) });
}

/** Begins, runs the commands, looks at everything, or at one thing only, and puts away what was made. */
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

/** The beginning of a sequence, and what came after the same was last looked at. */
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
